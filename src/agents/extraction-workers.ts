import { createHash } from 'node:crypto';
import { extractionCompileCpuMs, extractionWorkerMegabytes } from '../process/limits.ts';
import type { Log } from '../process/log.ts';
import {
  type ExtractionJob,
  type ExtractionThread,
  type Flaw,
  type Judgement,
  type Pattern,
  startExtractionThread,
  type ThreadEnding,
} from './extraction-thread.ts';
import { tenantTurns } from './tenant-turns.ts';

/**
 * Compiles tenants' extraction schemas and validates extracted data, never on the main thread: a schema can take
 * seconds and all memory to compile, and a pattern such as `^(a+)+$` runs for minutes. Two worker threads serve all
 * tenants in turns. A thread that exceeds its CPU time or its memory is ended, and the next job starts another.
 */
export interface ExtractionWorkers {
  /** Returns the reason why a schema (JSON text) cannot be used, or null if it compiles. */
  judge(tenantId: string, schema: string, patterns: readonly Pattern[]): Promise<Flaw | null>;
  /** Says in a short sentence why data does not fit a schema (both JSON text), or returns null if it fits. */
  validate(tenantId: string, schema: string, data: string): Promise<string | null>;
  /** Counts the tenant's jobs that wait for their turn. */
  waiting(tenantId: string): number;
  /** Ends the threads. Jobs that wait or run fail. */
  close(): Promise<void>;
}

interface Waiting {
  readonly job: ExtractionJob;
  readonly resolve: (outcome: Judgement) => void;
  readonly reject: (error: unknown) => void;
}

const maxThreads = 2;
const maxVerdicts = 1_000;

/** Makes the workers. No thread starts before the first job. */
export function createExtractionWorkers(log: Log, startThread: () => Promise<ExtractionThread> = startExtractionThread): ExtractionWorkers {
  const turns = tenantTurns<Waiting>(maxThreads);
  const threads = new Set<ExtractionThread>();
  const idle: ExtractionThread[] = [];
  const verdicts = new Map<string, Flaw | null>();
  let isClosed = false;

  const outcomeOf = (tenantId: string, job: ExtractionJob): Promise<Judgement> =>
    new Promise((resolve, reject) => {
      if (isClosed) throw closed();
      turns.add(tenantId, { job, resolve, reject });
      assign();
    });

  function assign(): void {
    for (let turn = turns.next(); turn !== null; turn = turns.next()) {
      const { tenantId, item } = turn;
      void runOnThread(item.job)
        .then(item.resolve, item.reject)
        .finally(() => {
          turns.done(tenantId);
          assign();
        });
    }
  }

  /**
   * Runs a job, if needed on two threads: a thread that has served others may end because of what they left in it, so
   * only a new one shows what the job itself does.
   */
  async function runOnThread(job: ExtractionJob): Promise<Judgement> {
    const used = idle.pop();
    const thread = used ?? (await hire());
    const outcome = await thread.run(job);
    if (outcome.kind === 'answered') idle.push(thread);
    else threads.delete(thread);
    if (isClosed) throw closed();
    if (outcome.kind === 'ended' && outcome.by !== 'time' && used) return runOnThread(job);
    if (outcome.kind === 'ended' && outcome.by === 'other') throw new Error('an extraction worker ended without an answer');
    return outcome;
  }

  async function hire(): Promise<ExtractionThread> {
    const thread = await startThread();
    threads.add(thread);
    if (isClosed) await thread.end();
    return thread;
  }

  /** Returns the verdict on the schema, and remembers it. */
  function verdictOf(tenantId: string, key: string, outcome: Judgement): Flaw | null {
    if (outcome.kind === 'ended')
      log.warn({ tenantId, by: outcome.by, during: outcome.during }, 'an extraction worker was ended: a job exceeded its bounds');
    const flaw = outcome.kind === 'answered' ? outcome.flaw : outcome.during === 'compiling' ? tooCostly(outcome) : null;
    verdicts.set(key, flaw);
    for (const [oldest] of verdicts) {
      if (verdicts.size <= maxVerdicts) break;
      verdicts.delete(oldest);
    }
    return flaw;
  }

  return {
    async judge(tenantId, schema, patterns) {
      const key = hashOf(schema);
      const known = verdicts.get(key);
      if (known !== undefined) return known;
      return verdictOf(tenantId, key, await outcomeOf(tenantId, { schema, patterns, data: null }));
    },
    async validate(tenantId, schema, data) {
      const key = hashOf(schema);
      const known = verdicts.get(key);
      if (known) return refusalOf(known);
      const outcome = await outcomeOf(tenantId, { schema, patterns: [], data });
      const flaw = verdictOf(tenantId, key, outcome);
      if (flaw) return refusalOf(flaw);
      return outcome.kind === 'answered'
        ? outcome.misfit
        : `checking the extracted data took too ${outcome.by === 'time' ? 'long' : 'much memory'}`;
    },
    waiting: (tenantId) => turns.waiting(tenantId),
    async close() {
      isClosed = true;
      for (const { reject } of turns.clear()) reject(closed());
      await Promise.all([...threads].map((thread) => thread.end()));
    },
  };
}

const closed = (): Error => new Error('the extraction workers were closed');

const hashOf = (schema: string): string => createHash('sha256').update(schema).digest('base64');

const tooCostly = ({ by }: ThreadEnding): Flaw => ({
  path: '',
  message: `The schema is too costly: compiling it takes more than ${by === 'time' ? `${extractionCompileCpuMs / 1_000} s of processor time` : `${extractionWorkerMegabytes} MB of memory`}.`,
});

const refusalOf = ({ message }: Flaw): string => `the extraction schema was refused: ${message}`.slice(0, 200);
