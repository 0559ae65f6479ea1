import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { Histogram } from '../../tools/load/histogram.ts';
import type { WebhookLoad } from '../webhook-load.ts';
import { repeated } from './faults.ts';

/**
 * Callers of the API at a fixed rate, whether or not they are answered. They place calls, and read the state of the
 * last one and the list of deliveries in turns. The simulator's line is busy, so that each call ends after a few
 * seconds and its `call.completed` goes out.
 */
export interface Callers {
  /** Counts requests without the expected answer. */
  failures(): number;
  placed(): number;
  /** Returns latencies from due to done since the last call of this function. */
  takeLatency(): Histogram;
  stop(): Promise<void>;
}

export interface Pace {
  readonly readsPerSecond: number;
  readonly callsPerSecond: number;
  /** How long a request is repeated until it has the expected answer; zero: it is not. */
  readonly patienceMs: number;
}

export async function startCallers(load: WebhookLoad, { readsPerSecond, callsPerSecond, patienceMs }: Pace): Promise<Callers> {
  const [caller] = await load.senders('calls', 1);
  if (caller === undefined) throw new Error('There is no tenant to call for.');
  const { agentId } = caller;
  const authorization = `Bearer ${caller.key}`;
  const pool = new Pool(load.url, { connections: 16, pipelining: 1 });
  const headers = { authorization, 'content-type': 'application/json' };
  let latency = new Histogram();
  let failures = 0;
  let placed = 0;
  let lastCall = '';

  const ask = async (due: number, expected: number, request: { method: 'GET' | 'POST'; path: string; body?: string }): Promise<string> => {
    const text = await repeated(patienceMs, async () => {
      const { statusCode, body } = await pool.request({ headers, ...request });
      const text = await body.text();
      if (statusCode !== expected) throw new Error(`${request.path} answered ${statusCode}: ${text}`);
      return text;
    });
    latency.record(performance.now() - due);
    return text;
  };
  const place = async (due: number, n: number): Promise<void> => {
    const call = { agentId, phoneNumber: busyLine, variables: { name: 'Ada' }, idempotencyKey: `soak-${n}` };
    const { call: made }: { call: { id: string } } = JSON.parse(
      await ask(due, 201, { method: 'POST', path: '/api/v1/public/calls', body: JSON.stringify(call) }),
    );
    lastCall = made.id;
    placed += 1;
  };
  const read = async (due: number, n: number): Promise<void> => {
    const path = n % 2 === 0 || lastCall === '' ? '/api/v1/public/webhook-deliveries' : `/api/v1/public/calls/${lastCall}`;
    await ask(due, 200, { method: 'GET', path });
  };
  const failed = (error: unknown): void => {
    failures += 1;
    if (failures === 1) console.log(`the first request that failed: ${String(error)}`);
  };
  const flows = [steadily(callsPerSecond, place, failed), steadily(readsPerSecond, read, failed)];
  return {
    failures: () => failures,
    placed: () => placed,
    takeLatency() {
      const taken = latency;
      latency = new Histogram();
      return taken;
    },
    async stop() {
      await Promise.all(flows.map((flow) => flow.stop()));
      await pool.close();
    },
  };
}

/** The number belongs to the simulator's scenario 011, which rings one to three seconds. */
const busyLine = '+15550110000';

function steadily(
  perSecond: number,
  act: (due: number, n: number) => Promise<void>,
  failed: (error: unknown) => void,
): { stop(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  const over = new AbortController();
  const run = (async () => {
    const begun = performance.now();
    for (let n = 0; !over.signal.aborted; n++) {
      const due = begun + (n * 1_000) / perSecond;
      await pause(Math.max(0, due - performance.now()), undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted) break;
      const acting: Promise<void> = act(due, n)
        .catch(failed)
        .finally(() => underWay.delete(acting));
      underWay.add(acting);
    }
    await Promise.all(underWay);
  })();
  return {
    stop() {
      over.abort();
      return run;
    },
  };
}
