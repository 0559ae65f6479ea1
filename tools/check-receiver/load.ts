import { randomUUID } from 'node:crypto';
import { examples } from '../../src/contract/event-examples.ts';
import type { Finding, Result } from '../conformance/check.ts';
import { arrive } from '../load/arrivals.ts';
import { type Durations, Histogram } from '../load/histogram.ts';
import { delivery } from './delivery.ts';
import type { Wanted } from './run.ts';
import type { Sender } from './send.ts';
import { answerOf, isTaken } from './vector.ts';

/** Arrivals a second, and for how long. */
export interface LoadWanted {
  readonly rate: number;
  readonly ms: number;
}

/** The largest load that can be asked for. */
export const largestLoad = { rate: 2_000, seconds: 600 };

/** More than these under way at once are left out and counted as dropped. */
const inFlight = 1_000;

export interface LoadFigures extends LoadWanted {
  readonly seconds: number;
  readonly sent: number;
  readonly taken: number;
  readonly dropped: number;
  /** How often each answer came that was no 2xx in time. */
  readonly failures: Readonly<Record<string, number>>;
  /** Counts from when a delivery was due to the end of its answer. */
  readonly answered: Durations;
  /** Is how late the deliveries left, which is this machine's own doing. */
  readonly sendLag: Durations;
}

/** Sends sound deliveries, whatever became of the earlier ones. */
export async function loadReceiver(
  { secret, event, standardWebhooks }: Wanted,
  { rate, ms }: LoadWanted,
  { sender, now, stop }: { readonly sender: Sender; readonly now: () => Date; readonly stop: AbortSignal },
): Promise<LoadFigures> {
  const bodies = examples()
    .filter((example) => event === null || example.event === event)
    .map(({ body }) => Buffer.from(JSON.stringify(body)));
  const [answered, sendLag] = [new Histogram(), new Histogram()];
  const failures = new Map<string, number>();
  const counts = { sent: 0, taken: 0, dropped: 0 };
  const { seconds } = await arrive(
    { rate, to: rate, ms },
    {
      inFlight,
      isEnough: () => false,
      factor: () => 1,
      stop,
      dropped() {
        counts.dropped += 1;
      },
      async send(due) {
        const body = bodies[counts.sent++ % bodies.length] ?? Buffer.from('{}');
        const timestamp = String(Math.floor(now().getTime() / 1_000));
        sendLag.record(performance.now() - due);
        const exchange = await sender.send(delivery({ id: randomUUID(), body, key: secret, timestamp, standardWebhooks }), {}, 'load');
        answered.record(performance.now() - due);
        if (isTaken(exchange)) counts.taken += 1;
        else failures.set(answerOf(exchange), (failures.get(answerOf(exchange)) ?? 0) + 1);
      },
    },
  );
  return { rate, ms, seconds, ...counts, failures: Object.fromEntries(failures), answered: answered.summary(), sendLag: sendLag.summary() };
}

/** Returns the verdict on the load in the form of a vector's. */
export function loadResult({ rate, ms, seconds, sent, taken, dropped, failures }: LoadFigures): Result {
  const fail = (message: string): Finding => ({ kind: 'fail', message, exchange: null });
  const findings = [
    ...Object.entries(failures).map(([what, times]) => fail(`${times} of ${sent} deliveries: ${what}.`)),
    ...(dropped > 0 ? [fail(`${dropped} deliveries could not be sent, because ${inFlight} were under way without an answer.`)] : []),
    ...(taken === 0 ? [fail('No delivery was taken.')] : []),
  ];
  return {
    check: {
      id: 'load',
      title: `${rate} deliveries a second for ${ms / 1_000} s`,
      rule: 'Answer each with 2xx in time. Webhooks, When you don’t answer: anything but a 2xx within 10 seconds counts as failed.',
    },
    verdict: findings.length > 0 ? 'fail' : 'pass',
    reason: null,
    findings,
    exchanges: sent,
    ms: seconds * 1_000,
  };
}
