import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { extractionCompileCpuMs, extractionValidationCpuMs, extractionWorkerMegabytes } from '../process/limits.ts';

/** One worker thread that compiles schemas and validates data, one job at a time, within bounds of CPU time and memory. */
export interface ExtractionThread {
  /** What came of a job. After `ended` the thread has gone and takes no other. */
  run(job: ExtractionJob): Promise<Outcome>;
  end(): Promise<unknown>;
}

export interface ExtractionJob {
  /** JSON text, like `data`. */
  readonly schema: string;
  /** The schema's regular expressions that have not been tried yet. */
  readonly patterns: readonly Pattern[];
  /** Null: the schema is only compiled. */
  readonly data: string | null;
}

export interface Pattern {
  readonly path: string;
  readonly pattern: string;
}

/** What keeps a schema from being used: a JSON pointer into it, and a sentence. */
export interface Flaw {
  readonly path: string;
  readonly message: string;
}

export type Outcome = Answer | Ending;

export interface Answer {
  readonly kind: 'answered';
  readonly flaw: Flaw | null;
  /** A short sentence why the data does not fit. */
  readonly misfit: string | null;
}

/** The thread ended before it answered. `other`: it was told to end, or something of ours is wrong. */
export interface Ending {
  readonly kind: 'ended';
  readonly by: 'time' | 'memory' | 'other';
  readonly during: 'compiling' | 'validating';
}

/** Milliseconds of CPU time that a worker has had so far. */
export type CpuMeter = (worker: Worker, cpuTimeFile: string | null) => () => number;

type Message = { readonly cpuTimeFile: string | null } | 'validating' | Omit<Answer, 'kind'>;

/** Resolves when the thread is ready for its first job. An idle thread keeps no process alive. */
export async function startExtractionThread(meter: CpuMeter = cpuMeter): Promise<ExtractionThread> {
  // No loader of the parent's: the worker is plain JavaScript, and starts in a tenth of the time.
  const worker = new Worker(new URL('./extraction-worker.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: extractionWorkerMegabytes },
  });
  const [{ cpuTimeFile }] = (await once(worker, 'message')) as [Extract<Message, { cpuTimeFile: unknown }>];
  const cpuMs = meter(worker, cpuTimeFile);
  let endedBy: Ending['by'] = 'other';
  let hasEnded = false;
  worker.once('exit', () => {
    hasEnded = true;
  });
  worker.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') endedBy = 'memory';
  });
  worker.unref();

  const run = (job: ExtractionJob): Promise<Outcome> =>
    new Promise((resolve) => {
      let during: Ending['during'] = 'compiling';
      let unwatch = watch(cpuMs, extractionCompileCpuMs, overrun);
      worker.ref();
      worker.on('message', hear);
      worker.once('exit', gone);
      worker.postMessage(job);
      if (hasEnded) gone();

      function hear(message: Message): void {
        if (message === 'validating') {
          during = message;
          unwatch();
          unwatch = watch(cpuMs, extractionValidationCpuMs, overrun);
        } else if ('flaw' in message) settle({ kind: 'answered', ...message });
      }

      function overrun(): void {
        endedBy = 'time';
        // An answer that comes now would put a thread that is about to end back to work.
        worker.off('message', hear);
        void worker.terminate();
      }

      function gone(): void {
        settle({ kind: 'ended', by: endedBy, during });
      }

      function settle(outcome: Outcome): void {
        unwatch();
        worker.off('message', hear);
        worker.off('exit', gone);
        worker.unref();
        resolve(outcome);
      }
    });
  return { run, end: () => worker.terminate() };
}

/** Calls `over` once so much more CPU time has been used. Time in which the worker had to wait for a core does not count. */
function watch(cpuMs: () => number, limitMs: number, over: () => void): () => void {
  const end = cpuMs() + limitMs;
  let timer: NodeJS.Timeout;
  let lastLook: NodeJS.Immediate;
  const look = (): void => {
    const leftMs = end - cpuMs();
    // Where it was this thread that had no time, a message lies waiting: it is heard before the immediate's turn.
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

/** The thread's own CPU time on Linux; elsewhere the time that its event loop was busy, which includes waits for a core. */
const cpuMeter: CpuMeter = (worker, cpuTimeFile) => () => {
  if (cpuTimeFile === null) return worker.performance.eventLoopUtilization().active;
  try {
    return Number.parseInt(readFileSync(cpuTimeFile, 'utf8'), 10) / 1e6;
  } catch {
    return 0; // The thread has ended, and its exit is about to be told.
  }
};
