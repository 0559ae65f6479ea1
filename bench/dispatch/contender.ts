import { hrtime } from 'node:process';

/**
 * A compared system. Each runs in its own process that publishes and delivers, as a service in one process would, and
 * the same loop drives all. It is given numbers, and each number is one event with one delivery.
 */
export interface Contender {
  /** Accepts one event. Resolves once it is committed. */
  publish(number: number): Promise<unknown>;
  close(): Promise<void>;
}

export type OpenContender = (place: Place, recorded: (number: number) => void) => Promise<Contender>;

/** The addresses of all servers. */
export interface Place {
  /** Lists the ports of one receiver, which has several origins. */
  readonly receiverPorts: readonly number[];
  /** Is empty for a contender without PostgreSQL. */
  readonly databaseUrl: string;
  /** Is null for a contender without Redis, or if there is no redis-server. */
  readonly redisPort: number | null;
  readonly tenants: number;
  readonly logLevel: string;
  /** Holds OpenTelemetry's variables; without any nothing is traced. */
  readonly tracing: Readonly<Record<string, string>>;
}

/** `saturate` keeps `outstanding` events published but not yet recorded. `pace` publishes a number of events a second. */
export type Task =
  | { readonly kind: 'saturate'; readonly first: number; readonly seconds: number; readonly outstanding: number }
  | { readonly kind: 'pace'; readonly first: number; readonly seconds: number; readonly perSecond: number };

/**
 * Times are in the machine's monotonic milliseconds, which are the same in every process. The index in a list is the
 * number less the first.
 */
export interface Done {
  readonly count: number;
  readonly seconds: number;
  readonly committedAt: Float64Array;
  readonly recordedAt: Float64Array;
}

export const monotonicMs = (): number => {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
};

/** Runs a contender's process: opens it, does the requested tasks, closes it. */
export function serveContender(open: OpenContender): void {
  // The process that drove it is gone.
  process.on('disconnect', () => process.exit());
  let contender: Contender | null = null;
  let onRecorded = (_number: number): void => {};
  process.on('message', async (message: { open: Place } | { task: Task } | { close: true }) => {
    if ('open' in message) {
      contender = await open(message.open, (number) => onRecorded(number));
      process.send?.({ opened: true });
    } else if ('task' in message && contender) {
      process.send?.({
        done: await perform(contender, message.task, (listener) => {
          onRecorded = listener;
        }),
      });
    } else {
      await contender?.close();
      process.disconnect();
    }
  });
}

/** Ends the process, and with it the bench. A queue tries again what has failed, and would only seem slower. */
export function fail(error: unknown): never {
  console.error(error);
  process.exit(1);
}

const maxEvents = 400_000;
/** A contender that records nothing for this long has lost something. */
const patienceMs = 15_000;

async function perform(contender: Contender, task: Task, listen: (recorded: (number: number) => void) => void): Promise<Done> {
  const committedAt = new Float64Array(maxEvents);
  const recordedAt = new Float64Array(maxEvents);
  const started = monotonicMs();
  const until = started + task.seconds * 1_000;
  let published = 0;
  let recorded = 0;
  let lastRecordedAt = started;
  let isOver = false;

  await new Promise<void>((fulfil, reject) => {
    const publish = (): void => {
      const index = published++;
      contender.publish(task.first + index).then(() => {
        committedAt[index] = monotonicMs();
      }, reject);
    };
    const mayGoOn = (): boolean => published < maxEvents && monotonicMs() < until;
    const finishIfDone = (): void => {
      if (isOver && recorded === published) fulfil();
    };
    listen((number) => {
      lastRecordedAt = monotonicMs();
      recordedAt[number - task.first] = lastRecordedAt;
      recorded += 1;
      if (task.kind === 'saturate' && mayGoOn()) publish();
      else if (task.kind === 'saturate') isOver = true;
      finishIfDone();
    });
    const watching = setInterval(() => {
      if (monotonicMs() - lastRecordedAt > patienceMs) reject(new Error(`${published} published, ${recorded} recorded, and no more`));
      if (recorded === published && isOver) clearInterval(watching);
    }, 500);
    if (task.kind === 'saturate') {
      for (let n = 0; n < task.outstanding; n++) publish();
      return;
    }
    const ticking = setInterval(() => {
      const owed = Math.floor(((Math.min(monotonicMs(), until) - started) / 1_000) * task.perSecond);
      while (published < owed) publish();
      if (mayGoOn()) return;
      clearInterval(ticking);
      isOver = true;
      finishIfDone();
    }, 1);
  });
  return {
    count: recorded,
    seconds: (lastRecordedAt - started) / 1_000,
    committedAt: committedAt.slice(0, published),
    recordedAt: recordedAt.slice(0, published),
  };
}
