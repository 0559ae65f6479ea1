import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../cli/parts/ports.ts';
import { migrate } from '../../src/db/migrate.ts';
import { dice } from '../faults/matrix/dice.ts';
import { drain } from '../faults/matrix/drain.ts';
import { gather } from '../faults/matrix/evidence.ts';
import { startLoad } from '../faults/matrix/load.ts';
import { leases, type Scene } from '../faults/matrix/scene.ts';
import { service } from '../faults/matrix/service.ts';
import { failing, furnish, type System } from '../faults/matrix/system.ts';
import { judge } from '../faults/matrix/verdict.ts';
import type { Cleanups } from '../support/end-all.ts';
import { until } from '../support/until.ts';
import { failures, primaryKilled } from './failures.ts';
import { type KeyedCalls, placeKeyedCalls, rangOtherwise } from './keyed-calls.ts';
import type { Options } from './options.ts';
import { nothingSeen, type Outcome, type Window } from './outcome.ts';
import { type Machine, type PatroniCluster, startPatroni } from './patroni.ts';
import { startProbe } from './probe.ts';
import { startTally } from './tally.ts';
import { startWitness } from './witness.ts';

const serviceCount = 2;
/** How long the load goes on before each failure and after it. */
const calmMs = 4_000;

/**
 * The drill of a failover that nobody does: two service processes, through HAProxy, on three PostgreSQL machines that Patroni looks after,
 * under load while one part after the other fails. Whatever happens, what was acknowledged is there afterwards, a machine that was the
 * primary comes back as a replica, and no write reaches it.
 */
export async function drillFailover(
  { seed, isShort }: Options,
  parent: string,
  say: (what: string) => void,
  cleanups: Cleanups,
): Promise<Outcome> {
  const folder = join(parent, 'failover');
  await mkdir(join(folder, 'data'), { recursive: true });
  const cluster = await startPatroni(folder, cleanups);
  await cluster.untilWhole();
  say('Patroni has a primary and two replicas');
  const system = await openOn(cluster, seed, folder, cleanups);
  const tally = startTally();
  const scene: Scene = {
    system,
    load: startLoad(system, dice(seed), { watch: tally.watch, deadEvents: 2 }),
    dice: dice(seed + 1),
    faults: [],
  };
  const [customer] = system.customers;
  if (!customer) throw new Error('there are customers');
  const probe = startProbe(system, customer, system.services[0].publicUrl, tally.watch);
  const witness = await startWitness(cluster);
  cleanups.push(() => witness.stop());
  const findings: string[] = [];
  const placed: KeyedCalls[] = [];
  const strikes: (Pick<Window, 'fault' | 'isPlanned' | 'pauseMs'> & { readonly at: number })[] = [];

  const strikeAll = async (): Promise<void> => {
    for (const { name, isOfPrimary, strike } of isShort ? [primaryKilled] : failures) {
      await pause(calmMs);
      const old = await cluster.primary();
      const at = performance.now();
      const calls = isOfPrimary ? placeKeyedCalls(scene, name) : null;
      const held = new Set((await leases(scene)).keys());
      const mend = await strike(cluster, old);
      if (mend === null) {
        await calls?.stop();
        say(`left out: ${name}, because this user may not mount a disk of its own`);
        continue;
      }
      if (isOfPrimary) await until(`another machine is the primary after: ${name}`, async () => isAnother(await cluster.reached(), old));
      else await pause(calmMs);
      await mend();
      await cluster.untilWhole();
      if (calls) placed.push(await calls.stop());
      const present = await cluster.primary();
      if (present === old && isOfPrimary) findings.push(`${name}: ${old.name} is the primary again`);
      if (present !== old) findings.push(...(await unfenced(cluster, old)).map((what) => `${name}: ${what}`));
      scene.faults.push({
        name,
        isKill: false,
        at,
        held,
        inFlight: present === old ? new Set() : await unrecorded(scene),
        backMs: performance.now() - at,
      });
      await scene.load.publishTo(system.services[0]);
      await pause(calmMs);
      const pauseMs = probe.pauseSince(at);
      strikes.push({ fault: name, isPlanned: false, at, pauseMs });
      say(`${name}: ${old.name}, now ${present.name}; no write succeeded for ${(pauseMs / 1_000).toFixed(1)} s`);
    }
    await until('what was refused has been accepted', async () => tally.open() === 0);
  };
  await Promise.race([strikeAll(), system.failed]);
  await Promise.race([probe.stop(), system.failed]);
  await Promise.race([scene.load.finish(), system.failed]);
  findings.push(...(await witness.lost()));
  say((await drain(system)) ?? 'every delivery and every call came to its end');
  findings.push(...rangOtherwise(placed, system.dials));
  say(`${placed.flatMap(({ phoneNumbers }) => phoneNumbers).length} calls were placed with keys while the primary was away`);
  const windows = strikes.map((one, n) => ({ ...one, ...tally.between(one.at, strikes[n + 1]?.at ?? performance.now()) }));
  say(`ttl is ${cluster.timings.ttl} s and loop_wait ${cluster.timings.loopWait} s`);
  return { ...nothingSeen, verdict: judge(await gather(scene)), windows, missed: probe.missed, drilled: findings };
}

async function openOn(cluster: PatroniCluster, seed: number, folder: string, cleanups: Cleanups): Promise<System> {
  await migrate(cluster.url);
  const env = { DATABASE_URL: cluster.url };
  const furnished = await furnish({ seed, folder, databaseUrl: cluster.url, prepared: true, env, cleanups });
  const made = [];
  for (let n = 1; n <= serviceCount; n++) {
    const logFile = join(folder, `service-${n}.log`);
    const one = service({ name: `service-${n}`, port: await freePort(), operatorPort: await freePort(), env: furnished.env, logFile });
    cleanups.push(() => one.end());
    made.push({ one, logFile });
  }
  await Promise.all(made.map(({ one }) => one.start()));
  const [first, second] = made;
  if (!first || !second) throw new Error('there are two');
  return {
    ...furnished,
    ...failing(),
    databaseUrl: cluster.url,
    redis: null,
    pacedBy: { processes: serviceCount, hasRedis: false },
    services: [first.one, second.one],
    logFiles: made.map(({ logFile }) => logFile),
  };
}

const isAnother = (reached: Machine | null, old: Machine): boolean => reached !== null && reached !== old;

/** What lets a write reach a machine that is the primary no more. */
async function unfenced(cluster: PatroniCluster, old: Machine): Promise<readonly string[]> {
  const findings: string[] = [];
  const client = await old.connect();
  const wrote = await client.query('create table written_past_haproxy ()').then(
    () => true,
    () => false,
  );
  await client.end();
  if (wrote) findings.push(`${old.name} took a write after it had come back`);
  for (let n = 0; n < connectionsTried; n++)
    if ((await cluster.reached()) === old) findings.push(`HAProxy leads to ${old.name} after it has come back`);
  return findings;
}

const connectionsTried = 10;

/**
 * Deliveries that came more often than the new primary knows: the service writes outcomes without waiting for a disk or a replica, so
 * the last of them may be lost with a primary, and such a delivery may come once more.
 */
async function unrecorded({ system, faults }: Scene): Promise<ReadonlySet<string>> {
  const { receipts } = system.oracle;
  const rows: { id: string; attempts: number }[] = await system.context.db
    .knex('webhook_deliveries')
    .whereIn('id', [...receipts.keys()])
    .select('id', 'attempts');
  const struck = (id: string): number => faults.filter(({ inFlight }) => inFlight.has(id)).length;
  return new Set(rows.filter(({ id, attempts }) => (receipts.get(id)?.length ?? 0) - attempts > struck(id)).map(({ id }) => id));
}
