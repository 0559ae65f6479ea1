import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dice } from '../faults/matrix/dice.ts';
import { drain, oneAtWork } from '../faults/matrix/drain.ts';
import { gather } from '../faults/matrix/evidence.ts';
import { startLoad } from '../faults/matrix/load.ts';
import { sabotage } from '../faults/matrix/sabotage.ts';
import type { Scene } from '../faults/matrix/scene.ts';
import { judge } from '../faults/matrix/verdict.ts';
import type { Cleanups } from '../support/end-all.ts';
import { until } from '../support/until.ts';
import { misrouted } from './cells.ts';
import { endInOrder, faults } from './faults.ts';
import { type Fleet, openFleet } from './fleet.ts';
import type { History } from './move.ts';
import type { Options } from './options.ts';
import { nothingSeen, type Outcome, type Window } from './outcome.ts';
import { startProbe } from './probe.ts';
import { drillRestore } from './restore.ts';
import { startTally } from './tally.ts';

export interface Length {
  /** How long the load goes on before each fault and after it is mended. */
  readonly calmMs: number;
  readonly deadEvents: number;
  /** What the tenant has that moves to the other cell. */
  readonly history: History;
}

interface Run extends Length {
  readonly options: Options;
  readonly folder: string;
  readonly cleanups: Cleanups;
  readonly say: (what: string) => void;
}

/** The drills on one fleet, and the one of a restore beside them, which has servers of its own. */
export async function drillFleet(run: Run): Promise<Outcome> {
  const { options, folder, cleanups, say, history } = run;
  await mkdir(join(folder, 'data'));
  const fleet = await openFleet(options.seed, folder, cleanups);
  say(`the fleet stands, in ${folder}`);
  const restore = async (): Promise<readonly string[]> => {
    if (!options.drills.has('restore')) return [];
    const drilled = await drillRestore(options.seed, folder, cleanups);
    say('the restore was drilled');
    return drilled;
  };
  const seen = options.drills.has('faults') ? await underFaults(fleet, run, restore) : { ...nothingSeen, drilled: await restore() };
  if (!options.drills.has('move')) return seen;
  const moved = misrouted(fleet, history, { sabotage: options.moveSabotage, say });
  return { ...seen, misrouted: await Promise.race([moved, fleet.system.failed]) };
}

/** A call whose dialling broke off is taken up again after a minute. */
const acceptedWithinMs = 120_000;

type Struck = Pick<Window, 'fault' | 'isPlanned' | 'pauseMs'> & { readonly at: number };

async function underFaults(fleet: Fleet, run: Run, restore: () => Promise<readonly string[]>): Promise<Outcome> {
  const { options, calmMs, deadEvents, say } = run;
  const { seed } = options;
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
    for (const { name, isKill, isPlanned, pace, strike } of faults) {
      await pause(calmMs);
      const at = performance.now();
      const struck = await strike(fleet, scene);
      scene.faults.push({ name, isKill, ...(pace && { pace }), backMs: performance.now() - struck.at, ...struck });
      await scene.load.publishTo(system.services[0]);
      await pause(calmMs);
      strikes.push({ fault: name, isPlanned, at, pauseMs: probe.pauseSince(at) });
      say(name);
    }
  };
  await Promise.race([strikeAll(), system.failed]);
  await Promise.race([probe.stop(), system.failed]);
  // What is left to wait for here takes up to a minute.
  const restored = restore();
  restored.catch(system.fail);
  const accepted = until('what was refused has been accepted', async () => tally.open() === 0, acceptedWithinMs);
  await Promise.race([accepted, system.failed]);
  await Promise.race([scene.load.finish(), system.failed]);
  say('every request was answered');
  await Promise.all(fleet.processes.slice(1).map(endInOrder));
  say((await drain(system, oneAtWork)) ?? 'every delivery and every call came to its end');
  if (options.sabotage) await sabotage(scene, options.sabotage);
  const drilled = await restored;
  const verdict = judge(await gather(scene));
  const windows = strikes.map((one, n) => ({ ...one, ...tally.between(one.at, strikes[n + 1]?.at ?? performance.now()) }));
  return { ...nothingSeen, verdict, windows, missed: probe.missed, drilled };
}
