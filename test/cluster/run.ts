import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dice } from '../faults/matrix/dice.ts';
import { drain, oneAtWork } from '../faults/matrix/drain.ts';
import { gather } from '../faults/matrix/evidence.ts';
import { startLoad } from '../faults/matrix/load.ts';
import { sabotage, sabotages } from '../faults/matrix/sabotage.ts';
import type { Scene } from '../faults/matrix/scene.ts';
import { judge } from '../faults/matrix/verdict.ts';
import { type Cleanups, endAll } from '../support/end-all.ts';
import { until } from '../support/until.ts';
import { misrouted } from './cells.ts';
import { drillFailover } from './failover.ts';
import { endInOrder, faults } from './faults.ts';
import { openFleet } from './fleet.ts';
import type { History } from './move.ts';
import { hasPassed, type Outcome, outcomeTable, type Window } from './outcome.ts';
import { startProbe } from './probe.ts';
import { failoverPrograms, fleetPrograms, missingPrograms } from './programs.ts';
import { drillRestore } from './restore.ts';
import { startTally } from './tally.ts';

/**
 * `npm run test:cluster [-- --short] [--failover] [--sabotage KIND]`: a fleet on loopback, three service processes behind nginx, pgbouncer,
 * a primary with a streaming replica, a Redis Cluster of six nodes, and a second cell, under load while one part after the other is
 * killed. The long form also drills a failover by Patroni where its programs are installed, and `--failover` nothing else. Exits 1 if
 * anything is lost, dialled twice or sent again without a reason, or if a restart that was planned is seen by a client; 2 if a program is
 * missing.
 */
/** A call whose dialling broke off is taken up again after a minute. */
const acceptedWithinMs = 120_000;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    failover: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    sabotage: { type: 'string' },
  },
});
const sabotaged = sabotages.find((how) => how === values.sabotage) ?? null;
const missing = await missingPrograms(values.failover ? failoverPrograms : fleetPrograms);
if (missing !== null) {
  console.error(missing);
  process.exit(2);
}
const lacksPatroni = values.failover || values.short ? null : await missingPrograms(failoverPrograms);
const drills = { fleet: !values.failover, failover: values.failover || (!values.short && lacksPatroni === null) };

endAll(async (cleanups) => {
  const seed = Number(values.seed);
  const length = values.short
    ? { calmMs: 500, deadEvents: 2, history: { deliveries: 5_000, calls: 500, longestPauseMs: null } }
    : { calmMs: 8_000, deadEvents: 8, history: { deliveries: 1_000_000, calls: 100_000, longestPauseMs: 5_000 } };
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-cluster-'));
  await chmod(folder, 0o755);
  const outcomes: Outcome[] = [];
  if (drills.fleet) outcomes.push(shown(await run(seed, folder, length, cleanups)));
  if (drills.failover) outcomes.push(shown(await drillFailover(seed, folder, say, cleanups)));
  if (lacksPatroni !== null) console.log(`The failover by Patroni was not drilled. ${lacksPatroni}`);
  const havePassed = outcomes.every(hasPassed);
  if (havePassed) cleanups.unshift(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return { code: havePassed ? 0 : 1 };
});

function shown(outcome: Outcome): Outcome {
  console.log(`\n${outcomeTable(outcome)}\n`);
  return outcome;
}

type Struck = Pick<Window, 'fault' | 'isPlanned' | 'pauseMs'> & { readonly at: number };

interface Length {
  /** How long the load goes on before each fault and after it is mended. */
  readonly calmMs: number;
  readonly deadEvents: number;
  /** What the tenant has that moves to the other cell. */
  readonly history: History;
}

async function run(seed: number, folder: string, { calmMs, deadEvents, history }: Length, cleanups: Cleanups): Promise<Outcome> {
  await mkdir(join(folder, 'data'));
  const fleet = await openFleet(seed, folder, cleanups);
  say(`the fleet stands, in ${folder}`);
  const { system } = fleet;
  const tally = startTally();
  const scene: Scene = {
    system,
    load: startLoad(system, dice(seed), { watch: tally.watch, deadEvents }),
    dice: dice(seed + 1),
    faults: [],
  };
  const [customer] = system.customers;
  if (!customer) throw new Error('there are customers');
  const probe = startProbe(system, customer, fleet.nginx.publicUrl, tally.watch);
  const strikes: Struck[] = [];

  const strikeAll = async (): Promise<void> => {
    for (const { name, isKill, isPlanned, strike } of faults) {
      await pause(calmMs);
      const at = performance.now();
      const struck = await strike(fleet, scene);
      scene.faults.push({ name, isKill, backMs: performance.now() - struck.at, ...struck });
      await scene.load.publishTo(system.services[0]);
      await pause(calmMs);
      strikes.push({ fault: name, isPlanned, at, pauseMs: probe.pauseSince(at) });
      say(name);
    }
  };
  await Promise.race([strikeAll(), system.failed]);
  await Promise.race([probe.stop(), system.failed]);
  // It has servers of its own, and what is left to wait for here takes up to a minute.
  const restored = drillRestore(seed, folder, cleanups);
  restored.catch(system.fail);
  const accepted = until('what was refused has been accepted', async () => tally.open() === 0, acceptedWithinMs);
  await Promise.race([accepted, system.failed]);
  await Promise.race([scene.load.finish(), system.failed]);
  say('every request was answered');
  await Promise.all(fleet.processes.slice(1).map(endInOrder));
  await drain(system, oneAtWork);
  say('every delivery and every call came to its end');
  if (sabotaged) await sabotage(scene, sabotaged);
  const verdict = judge(await gather(scene));
  const windows = strikes.map((one, n) => ({ ...one, ...tally.between(one.at, strikes[n + 1]?.at ?? performance.now()) }));
  const drilled = await restored;
  say('the restore was drilled');
  return { verdict, windows, missed: probe.missed, misrouted: await misrouted(fleet, history, say), drilled };
}

function say(what: string): void {
  console.log(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${what}`);
}
