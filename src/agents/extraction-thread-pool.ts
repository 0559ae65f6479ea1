import { TenantTurns } from '../process/tenant-turns.ts';
import type { ExtractionJob, ExtractionThread, Judgement } from './extraction-thread.ts';

/** Two threads that serve all tenants' jobs in turns. None starts before the first job. */
export class ExtractionThreadPool {
  readonly #start: () => Promise<ExtractionThread>;
  readonly #turns = new TenantTurns<Waiting>(maxThreads);
  readonly #threads = new Set<ExtractionThread>();
  readonly #idle: ExtractionThread[] = [];
  #isClosed = false;

  constructor(start: () => Promise<ExtractionThread>) {
    this.#start = start;
  }

  /** Runs a job when it is the tenant's turn. */
  run(tenantId: string, job: ExtractionJob): Promise<Judgement> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw closed();
      this.#turns.add(tenantId, { job, resolve, reject });
      this.#assign();
    });
  }

  waiting(tenantId: string): number {
    return this.#turns.waiting(tenantId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#turns.clear()) reject(closed());
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #assign(): void {
    for (let turn = this.#turns.next(); turn !== null; turn = this.#turns.next()) {
      const { tenantId, item } = turn;
      void this.#runOnThread(item.job)
        .then(item.resolve, item.reject)
        .finally(() => {
          this.#turns.done(tenantId);
          this.#assign();
        });
    }
  }

  /**
   * Runs a job, if needed on two threads: a thread that has served others may end because of what they left in it, so
   * only a new one shows what the job itself does.
   */
  async #runOnThread(job: ExtractionJob): Promise<Judgement> {
    const used = this.#idle.pop();
    const thread = used ?? (await this.#hire());
    const outcome = await thread.run(job);
    if (outcome.kind === 'answered') this.#idle.push(thread);
    else this.#threads.delete(thread);
    if (this.#isClosed) throw closed();
    if (outcome.kind === 'ended' && outcome.by !== 'time' && used) return this.#runOnThread(job);
    if (outcome.kind === 'ended' && outcome.by === 'other') throw new Error('an extraction worker ended without an answer');
    return outcome;
  }

  async #hire(): Promise<ExtractionThread> {
    const thread = await this.#start();
    this.#threads.add(thread);
    if (this.#isClosed) await thread.end();
    return thread;
  }
}

interface Waiting {
  readonly job: ExtractionJob;
  readonly resolve: (outcome: Judgement) => void;
  readonly reject: (error: unknown) => void;
}

const maxThreads = 2;

const closed = (): Error => new Error('the extraction workers were closed');
