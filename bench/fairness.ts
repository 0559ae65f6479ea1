import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './dispatch/figures.ts';
import { faultsOf, lagsOfAll, type Part, worstP99 } from './fairness/verdict.ts';
import { benchOptions } from './stage/bench-options.ts';
import { underLoad, type WebhookLoad } from './webhook-load.ts';

/**
 * `npm run bench:fairness` measures the effect on 200 quiet tenants while one tenant has a burst of 50,000 events and
 * an endpoint of another hangs with 200 waiting events. The burst's buckets are raised so that none of its events is
 * postponed: with the usual limit of 100 a minute most would not be due, and would not compete. The bucket is used all
 * the same. Each quiet tenant sends one event every ten seconds; its lag counts from before its publication to its
 * arrival at the receiver. `--backlog` adds a backlog of this many due rows before the burst, and `--million` one of a
 * million, which a dispatcher finds after an outage; its rate of draining is printed. Each part ends after `--seconds`
 * at most, and counts the deliveries until then.
 *
 * The last line is the quiet tenants' p99 lag. Exits 1 if it is two seconds or more, if one of their events did not arrive, or if a part
 * was not done in its time.
 */
const options = benchOptions('fairness', {
  burst: { type: 'string', default: '50000' },
  backlog: { type: 'string', default: '100000' },
  million: { type: 'boolean', default: false },
  seconds: { type: 'string', default: '600' },
});
const burst = Number(options.burst);
const backlog = options.million ? 1_000_000 : Number(options.backlog);
const longestSeconds = Number(options.seconds);
const quietTenants = 200;
const quietGapMs = 10_000;
const backlogTenants = 50;
const hanging = 200;
const goalSeconds = 2;

async function fairness(load: WebhookLoad): Promise<number> {
  const make = async (group: string, count: number) => (await load.senders(group, count)).map(({ id }) => id);
  const [[loud = ''], [dead = ''], quiet] = [await make('loud', 1), await make('hang', 1), await make('quiet', quietTenants)];
  const calm = await measured(load, quiet, 'at rest', () => pause(15_000));
  show(calm, '');

  await load.publish(Array.from({ length: hanging }, () => load.event(dead)));
  const bursting = await measured(load, quiet, `burst of ${burst} and an endpoint that hangs`, async (before) => {
    for (let sent = 0; sent < burst; sent += 500) await load.publish(Array.from({ length: 500 }, () => load.event(loud)));
    await untilDelivered(load, before + burst);
  });
  show(bursting, `${rateOf(bursting)} with its publication`);

  const behind = await make('backlog', backlogTenants);
  const piled = performance.now();
  for (let sent = 0; sent < backlog; sent += 10_000)
    await load.pileUp(Array.from({ length: Math.min(10_000, backlog - sent) }, (_, n) => load.event(behind[n % backlogTenants] ?? '')));
  const seconds = (performance.now() - piled) / 1_000;
  const left = backlog - ((await load.lags())['backlog']?.length ?? 0);
  const draining = await measured(load, quiet, `${left} due rows of ${backlogTenants} tenants drain`, (before) =>
    untilDelivered(load, before + left),
  );
  const rate = `${rateOf(draining)}; ${left} were left when all ${backlog} were there after ${seconds.toFixed(0)} s`;
  show(draining, rate);

  const parts = [bursting, draining];
  const faults = faultsOf(parts, goalSeconds);
  for (const fault of faults) console.log(fault);
  console.log(`quiet p99 lag: ${worstP99(parts).toFixed(2)} s`);
  return faults.length === 0 ? 0 : 1;
}

interface Measured extends Part {
  readonly seconds: number;
  /** Counts all deliveries in that time, of all tenants. */
  readonly delivered: number;
}

const rateOf = ({ delivered, seconds }: Measured): string => `${delivered} delivered, ${(delivered / seconds).toFixed(0)} a second`;

/** Measures the lag of the quiet tenants during `goesOn`, which is given the number of deliveries before it. */
async function measured(
  load: WebhookLoad,
  quiet: readonly string[],
  name: string,
  goesOn: (before: number) => Promise<unknown>,
): Promise<Measured> {
  await load.lags();
  const [begun, before] = [performance.now(), await load.delivered()];
  let isOver = false;
  let published = 0;
  const sending = Promise.all(
    quiet.map(async (tenantId, n) => {
      await pause((n / quiet.length) * quietGapMs);
      while (!isOver) {
        await load.publish([load.event(tenantId)]);
        published += 1;
        await pause(quietGapMs);
      }
    }),
  );
  const isDone = await Promise.race([goesOn(before).then(() => true), pause(longestSeconds * 1_000, false)]);
  const seconds = (performance.now() - begun) / 1_000;
  const delivered = (await load.delivered()) - before;
  isOver = true;
  await sending;
  // The last events have as long to arrive as the goal allows.
  const arrived: number[] = [];
  for (const until = performance.now() + goalSeconds * 1_000; ; await pause(50)) {
    const isLast = performance.now() > until;
    arrived.push(...((await load.lags())['quiet'] ?? []));
    if (isLast || arrived.length >= published) break;
  }
  return { name, lags: lagsOfAll(arrived, published), isDone, seconds, delivered };
}

/** Waits for a number of deliveries. The few of the quiet tenants count as well. */
async function untilDelivered(load: WebhookLoad, count: number): Promise<void> {
  while ((await load.delivered()) < count) await pause(50);
}

const columns = ['quiet events', 'p50 ms', 'p99 ms', 'most ms', 'seconds'] as const;
let isFirst = true;
function show({ name, lags, seconds }: Measured, rate: string): void {
  if (isFirst) console.log(`${''.padEnd(46)}${columns.map((column) => column.padStart(14)).join('')}`);
  isFirst = false;
  const cells = [lags.length, percentile(lags, 0.5), percentile(lags, 0.99), percentile(lags, 1), seconds.toFixed(1)];
  console.log(`${name.padEnd(46)}${cells.map((cell) => String(cell).padStart(14)).join('')}  ${rate}`);
}

process.exit(await underLoad(fairness));
