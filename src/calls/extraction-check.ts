import { Worker } from 'node:worker_threads';
import { extractionValidationMs } from '../limits.ts';

/**
 * Whether extracted data fits a tenant's schema: null, or a short sentence why not. Never on this thread: a pattern
 * such as `^(a+)+$` runs for minutes. Two workers take turns through a queue; one that overruns its time is ended and
 * another takes its place. They are started by the first call that needs one, and keep no process alive.
 */
export function checkExtraction(schema: string, data: string): Promise<string | null> {
  return new Promise((resolve) => {
    waiting.push({ schema, data, resolve });
    assign();
  });
}

interface Job {
  readonly schema: string;
  readonly data: string;
  readonly resolve: (error: string | null) => void;
}

/** What a worker says, in this order: once that it has started; then of each job that it compiled, and its result. */
type Message = 'ready' | 'compiled' | { readonly error: string | null };

const maxWorkers = 2;
/** Starting a thread and compiling a schema are ours to wait for; only the validation is on the tenant's time. */
const startMs = 10_000;
const compileMs = 2_000;

const waiting: Job[] = [];
const idle: Worker[] = [];
let workers = 0;

function assign(): void {
  while (waiting.length > 0) {
    const worker = idle.pop() ?? (workers < maxWorkers ? hire() : null);
    if (worker === null) return;
    const job = waiting.shift();
    if (job) run(worker, job);
  }
}

function hire(): Worker {
  workers += 1;
  // No loader of the parent's: the worker is plain JavaScript, and starts in a tenth of the time.
  const worker = new Worker(new URL('./extraction-worker.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
  worker.unref();
  worker.on('error', () => {}); // Who waits for it listens too; an error that nobody waits for must not end the process.
  worker.once('exit', () => {
    workers -= 1;
    const place = idle.indexOf(worker);
    if (place >= 0) idle.splice(place, 1);
    assign();
  });
  return worker;
}

const started = new WeakSet<Worker>();

function run(worker: Worker, job: Job): void {
  let timer = setTimeout(overrun, started.has(worker) ? compileMs : startMs);
  let lastLook: NodeJS.Immediate | undefined;
  worker.ref();
  worker.on('message', hear);
  worker.once('error', fail);
  worker.postMessage({ schema: job.schema, data: job.data });

  function hear(message: Message): void {
    clearTimeout(timer);
    clearImmediate(lastLook);
    if (message === 'ready') {
      started.add(worker);
      timer = setTimeout(overrun, compileMs);
    } else if (message === 'compiled') {
      timer = setTimeout(overrun, extractionValidationMs);
    } else {
      leave();
      worker.unref();
      idle.push(worker);
      job.resolve(message.error);
      assign();
    }
  }

  /** Where it was this thread that had no time, the answer lies waiting: it is heard before the immediate's turn. */
  function overrun(): void {
    lastLook = setImmediate(dismiss, 'checking the extracted data took too long');
  }

  function fail(): void {
    dismiss('the extracted data could not be checked');
  }

  function dismiss(error: string): void {
    leave();
    void worker.terminate(); // Its place is free for another once it has gone.
    job.resolve(error);
  }

  function leave(): void {
    clearTimeout(timer);
    clearImmediate(lastLook);
    worker.off('message', hear);
    worker.off('error', fail);
  }
}
