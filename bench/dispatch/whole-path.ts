import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { freePort } from '../../cli/parts/ports.ts';
import { onStage, type Stage } from '../stage/stage.ts';
import { insertTenantsOf } from '../stage/tenants.ts';
import { dataOf } from './body.ts';
import { monotonicMs } from './contender.ts';
import { type Percentiles, percentiles } from './figures.ts';
import { cpuSecondsOf, type ReceiverProcess } from './processes.ts';

export interface WholePathOptions {
  readonly receiver: ReceiverProcess;
  /** Counts the numbers that were given to events. */
  readonly numbers: { next: number };
  readonly tenants: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** What became of events that autocannon has reported over HTTP. */
export interface WholePath {
  readonly reportedPerSecond: number;
  readonly deliveredPerSecond: number;
  /** From the answer that accepts an event to the first byte of its webhook. */
  readonly lagMs: Percentiles;
  /** CPU of the service and of PostgreSQL for an event, in µs. */
  readonly cpu: { readonly service: number; readonly postgres: number };
}

/**
 * Measures the whole path as a deployment has it: autocannon reports events to the operator API of a service in its own process, one in
 * each request, and the signed webhooks arrive at the receiver.
 */
export async function wholePath(options: WholePathOptions): Promise<WholePath> {
  let measured: WholePath | undefined;
  await onStage(async (stage) => {
    measured = await measureOn(stage, options);
  });
  if (!measured) throw new Error('The stage was left before it was measured.');
  return measured;
}

const connections = 64;
const operatorToken = 'operator-token-of-the-bench';

async function measureOn(
  stage: Stage,
  { receiver, numbers, tenants: count, seconds, warmUpSeconds }: WholePathOptions,
): Promise<WholePath> {
  const operatorPort = await freePort();
  const tenants = await insertTenantsOf(stage, count, {
    callsEach: 0,
    hook: { eventType: 'sms.delivered', urls: [`http://127.0.0.1:${receiver.ports[0]}/hook`] },
  });
  const service = await stage.start({
    run: ['cli/ringpost.ts', 'serve'],
    env: { OPERATOR_PORT: String(operatorPort), OPERATOR_TOKEN: operatorToken },
  });
  const ids = tenants.map(({ id }) => id);
  await report(operatorPort, ids, numbers, warmUpSeconds);
  const cpuBefore = [cpuSecondsOf(service.pid), cpuSecondsOf(stage.pids.postgres)];
  const first = numbers.next;
  const begun = monotonicMs();
  const answered = await report(operatorPort, ids, numbers, seconds);
  const reportedSeconds = (monotonicMs() - begun) / 1_000;
  const firstByteAt = await arrivals(receiver, first, [...answered.keys()]);
  const cpu = [cpuSecondsOf(service.pid), cpuSecondsOf(stage.pids.postgres)].map(
    (after, index) => ((after - (cpuBefore[index] ?? 0)) * 1e6) / answered.size,
  );
  await service.stop();
  const lags = Float64Array.from(answered, ([number, at]) => Math.max(0, (firstByteAt.get(number) ?? 0) - at));
  return {
    reportedPerSecond: answered.size / reportedSeconds,
    deliveredPerSecond: (answered.size * 1_000) / (Math.max(...firstByteAt.values()) - begun),
    lagMs: percentiles(lags),
    cpu: { service: cpu[0] ?? 0, postgres: cpu[1] ?? 0 },
  };
}

/** Waits for the webhooks of these events. Returns the times of their first bytes. */
async function arrivals(receiver: ReceiverProcess, first: number, numbers: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const count = Math.max(...numbers) - first + 1;
  for (const patience = monotonicMs() + patienceMs; ; await pause(100)) {
    const firstByteAt = await receiver.firstByteAt(first, count);
    const missing = numbers.filter((number) => firstByteAt[number - first] === 0);
    if (missing.length === 0) return new Map(numbers.map((number) => [number, firstByteAt[number - first] ?? 0]));
    if (monotonicMs() > patience) throw new Error(`${missing.length} of ${numbers.length} events that were accepted have not arrived.`);
  }
}

const patienceMs = 60_000;

/** Reports events for some seconds. Returns when each was accepted, by its number; a request that was cut off at the end is not among them. */
async function report(
  operatorPort: number,
  tenantIds: readonly string[],
  numbers: WholePathOptions['numbers'],
  seconds: number,
): Promise<ReadonlyMap<number, number>> {
  const asked = new WeakMap<object, number>();
  const answered = new Map<number, number>();
  const unexpected = new Map<number, number>();
  const result = await autocannon({
    url: `http://127.0.0.1:${operatorPort}`,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
        setupRequest(request, context) {
          const number = numbers.next++;
          asked.set(context, number);
          const { body: _, ...data } = dataOf(number);
          const events = [{ eventType: 'sms.delivered', dedupeKey: `bench-${number}`, data }];
          return {
            ...request,
            path: `/api/v1/operator/tenants/${tenantIds[number % tenantIds.length]}/events`,
            body: JSON.stringify({ events }),
          };
        },
        onResponse(status, _body, context) {
          if (status !== 200) unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
          else answered.set(asked.get(context) ?? 0, monotonicMs());
        },
      },
    ],
  });
  if (unexpected.size > 0 || result.errors > 0)
    throw new Error(`Events were not accepted: ${JSON.stringify([...unexpected])}, ${result.errors} without an answer.`);
  return answered;
}
