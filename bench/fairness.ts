import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile, underLoad, type WebhookLoad } from './webhook-load.ts';

/**
 * `npm run bench:fairness`: what 200 quiet tenants notice while one tenant has a burst of 50,000 events and an endpoint
 * of another hangs with 200 events waiting for it. The burst's buckets are raised so that nothing of it is put off:
 * with its own limit of 100 a minute it would never be due, and there would be nothing to be fair about. The bucket is
 * asked all the same. Each quiet tenant sends one event every ten seconds, its lag counted from before its publication to
 * its arrival at the receiver. `--backlog` adds a backlog of so many due rows before the burst, `--million` a million:
 * what a dispatcher finds that comes back after an outage; its rate of draining is printed. Neither part is waited for
 * longer than `--seconds`, and what was delivered by then is what is counted.
 *
 * Last line: the quiet tenants' p99 lag. Exits 1 where it is two seconds or more.
 */
const { values: options } = parseArgs({
  options: {
    burst: { type: 'string', default: '50000' },
    backlog: { type: 'string', default: '100000' },
    million: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '600' },
  },
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
  const make = (group: string, count: number): Promise<readonly string[]> =>
    Promise.all(Array.from({ length: count }, () => load.sender(group)));
  const [[loud = ''], [dead = ''], quiet] = await Promise.all([make('loud', 1), make('hang', 1), make('quiet', quietTenants)]);
  const calm = await measured(load, quiet, () => pause(15_000));
  show('at rest', calm, '');

  await load.publish(Array.from({ length: hanging }, () => load.event(dead)));
  const bursting = await measured(load, quiet, async (before) => {
    for (let sent = 0; sent < burst; sent += 500) await load.publish(Array.from({ length: 500 }, () => load.event(loud)));
    await untilDelivered(load, before + burst);
  });
  show(`burst of ${burst} and an endpoint that hangs`, bursting, `${rateOf(bursting)} with its publication`);

  const behind = await make('backlog', backlogTenants);
  const piled = performance.now();
  for (let sent = 0; sent < backlog; sent += 10_000)
    await load.pileUp(Array.from({ length: Math.min(10_000, backlog - sent) }, (_, n) => load.event(behind[n % backlogTenants] ?? '')));
  const seconds = (performance.now() - piled) / 1_000;
  const left = backlog - ((await load.lags())['backlog']?.length ?? 0);
  const draining = await measured(load, quiet, (before) => untilDelivered(load, before + left));
  const rate = `${rateOf(draining)}; ${left} were left when all ${backlog} were there after ${seconds.toFixed(0)} s`;
  show(`${left} due rows of ${backlogTenants} tenants drain`, draining, rate);

  const p99 = Math.max(percentile(bursting.lags, 0.99), percentile(draining.lags, 0.99)) / 1_000;
  console.log(`quiet p99 lag: ${p99.toFixed(2)} s`);
  return p99 < goalSeconds ? 0 : 1;
}

interface Measured {
  readonly lags: readonly number[];
  readonly seconds: number;
  /** All deliveries of that time, whoever's. */
  readonly delivered: number;
}

const rateOf = ({ delivered, seconds }: Measured): string => `${delivered} delivered, ${(delivered / seconds).toFixed(0)} a second`;

/** The lag of the quiet tenants while something goes on, which is told how many were delivered before it. */
async function measured(load: WebhookLoad, quiet: readonly string[], goesOn: (before: number) => Promise<unknown>): Promise<Measured> {
  await load.lags();
  const [begun, before] = [performance.now(), await load.delivered()];
  let isOver = false;
  const sending = Promise.all(
    quiet.map(async (tenantId, n) => {
      await pause((n / quiet.length) * quietGapMs);
      while (!isOver) {
        await load.publish([load.event(tenantId)]);
        await pause(quietGapMs);
      }
    }),
  );
  await Promise.race([goesOn(before), pause(longestSeconds * 1_000)]);
  const seconds = (performance.now() - begun) / 1_000;
  const delivered = (await load.delivered()) - before;
  isOver = true;
  await sending;
  // What was sent last is still on its way.
  await pause(3_000);
  return { lags: (await load.lags())['quiet'] ?? [], seconds, delivered };
}

/** The quiet ones count as well, which are few. */
async function untilDelivered(load: WebhookLoad, count: number): Promise<void> {
  while ((await load.delivered()) < count) await pause(50);
}

const columns = ['quiet events', 'p50 ms', 'p99 ms', 'most ms', 'seconds'] as const;
let isFirst = true;
function show(name: string, { lags, seconds }: Measured, rate: string): void {
  if (isFirst) console.log(`${''.padEnd(46)}${columns.map((column) => column.padStart(14)).join('')}`);
  isFirst = false;
  const cells = [lags.length, percentile(lags, 0.5), percentile(lags, 0.99), percentile(lags, 1), seconds.toFixed(1)];
  console.log(`${name.padEnd(46)}${cells.map((cell) => String(cell).padStart(14)).join('')}  ${rate}`);
}

process.exit(await underLoad(fairness));
