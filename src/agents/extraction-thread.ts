import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { extractionCompileCpuMs, extractionValidationCpuMs, extractionWorkerMegabytes } from '../process/limits.ts';

/** A worker thread that compiles schemas and validates data, one job at a time, with limits on CPU time and memory. */
export interface ExtractionThread {
  /** Runs a job. After the outcome `ended` the thread is gone and takes no other. */
  run(job: ExtractionJob): Promise<Judgement>;
  end(): Promise<unknown>;
}

export interface ExtractionJob {
  /** Is JSON text, like `data`. */
  readonly schema: string;
  /** Lists the schema's regular expressions that have not been tried yet. */
  readonly patterns: readonly Pattern[];
  /** Is null if the schema is only to be compiled. */
  readonly data: string | null;
}

export interface Pattern {
  readonly path: string;
  readonly pattern: string;
}

/** The reason why a schema cannot be used: a JSON pointer into it, and a sentence. */
export interface Flaw {
  readonly path: string;
  readonly message: string;
}

export type Judgement = ThreadAnswer | ThreadEnding;

export interface ThreadAnswer {
  readonly kind: 'answered';
  readonly flaw: Flaw | null;
  /** Says in a short sentence why the data does not fit. */
  readonly misfit: string | null;
}

/** The thread ended before it answered. `other` means that it was told to end, or that the service has a fault. */
export interface ThreadEnding {
  readonly kind: 'ended';
  readonly by: 'time' | 'memory' | 'other';
  readonly during: 'compiling' | 'validating';
}

/** Returns a function for the milliseconds of CPU time that a worker has had so far. */
export type CpuMeter = (worker: Worker, cpuTimeFile: string | null) => () => number;

type Message = { readonly cpuTimeFile: string | null } | 'validating' | Omit<ThreadAnswer, 'kind'>;

/** Resolves when the thread is ready for its first job. An idle thread keeps no process alive. */
export async function startExtractionThread(meter: CpuMeter = cpuMeter): Promise<ExtractionThread> {
  // The worker gets none of the parent's loaders: it is plain JavaScript, and starts in a tenth of the time.
  const worker = new Worker(new URL('./extraction-worker.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: extractionWorkerMegabytes },
  });
  const [{ cpuTimeFile }] = (await once(worker, 'message')) as [Extract<Message, { cpuTimeFile: unknown }>];
  return new WorkerThread(worker, meter(worker, cpuTimeFile));
}

class WorkerThread implements ExtractionThread {
  readonly #worker: Worker;
  readonly #cpuMs: () => number;
  #endedBy: ThreadEnding['by'] = 'other';
  #hasEnded = false;

  constructor(worker: Worker, cpuMs: () => number) {
    this.#worker = worker;
    this.#cpuMs = cpuMs;
    worker.once('exit', () => {
      this.#hasEnded = true;
    });
    worker.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') this.#endedBy = 'memory';
    });
    worker.unref();
  }

  run(job: ExtractionJob): Promise<Judgement> {
    const worker = this.#worker;
    return new Promise((resolve) => {
      const overrun = (): void => {
        this.#endedBy = 'time';
        // An answer that arrives now must not give work to a thread that is about to end.
        worker.off('message', hear);
        void worker.terminate();
      };
      const gone = (): void => settle({ kind: 'ended', by: this.#endedBy, during });

      let during: ThreadEnding['during'] = 'compiling';
      let unwatch = watch(this.#cpuMs, extractionCompileCpuMs, overrun);
      const hear = (message: Message): void => {
        if (message === 'validating') {
          during = message;
          unwatch();
          unwatch = watch(this.#cpuMs, extractionValidationCpuMs, overrun);
        } else if ('flaw' in message) settle({ kind: 'answered', ...message });
      };

      function settle(outcome: Judgement): void {
        unwatch();
        worker.off('message', hear);
        worker.off('exit', gone);
        worker.unref();
        resolve(outcome);
      }
      worker.ref();
      worker.on('message', hear);
      worker.once('exit', gone);
      worker.postMessage(job);
      if (this.#hasEnded) gone();
    });
  }

  end(): Promise<unknown> {
    return this.#worker.terminate();
  }
}

/** Calls `over` once this much more CPU time has been used. Time in which the worker waited for a core does not count. */
function watch(cpuMs: () => number, limitMs: number, over: () => void): () => void {
  const end = cpuMs() + limitMs;
  let timer: NodeJS.Timeout;
  let lastLook: NodeJS.Immediate;
  const look = (): void => {
    const leftMs = end - cpuMs();
    // If this thread itself was delayed, a message is waiting. It is handled before the immediate's turn.
    if (leftMs <= 0) lastLook = setImmediate(over);
    else timer = setTimeout(look, Math.max(leftMs, leastLookMs));
  };
  look();
  return () => {
    clearTimeout(timer);
    clearImmediate(lastLook);
  };
}

const leastLookMs = 10;

/**
 * Measures the thread's own CPU time on Linux. Elsewhere it measures the time that its event loop was busy, which
 * includes waits for a core.
 */
const cpuMeter: CpuMeter = (worker, cpuTimeFile) => () => {
  if (cpuTimeFile === null) return worker.performance.eventLoopUtilization().active;
  try {
    return Number.parseInt(readFileSync(cpuTimeFile, 'utf8'), 10) / 1e6;
  } catch {
    return 0; // The thread has ended, and its exit event is about to come.
  }
};
