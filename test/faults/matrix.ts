import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cleanups, endAll } from '../support/end-all.ts';
import { dice } from './matrix/dice.ts';
import { drain } from './matrix/drain.ts';
import { gather } from './matrix/evidence.ts';
import { startLoad } from './matrix/load.ts';
import { type Options, readOptions } from './matrix/options.ts';
import { plan } from './matrix/plan.ts';
import { sabotage } from './matrix/sabotage.ts';
import type { Scene } from './matrix/scene.ts';
import { strikeAll } from './matrix/strikes.ts';
import { openSystem } from './matrix/system.ts';
import { table } from './matrix/table.ts';
import { judge, lastLine, type Verdict } from './matrix/verdict.ts';

/**
 * `npm run test:faults [-- --seed N --kills N --minutes N --sabotage KIND]`: two real service processes under load, killed
 * at every point where a delivery or a call could be lost or happen twice, while the database, Redis and the clocks fail
 * around them. An oracle that shares nothing with the service receives every webhook; at the end the service's record is
 * held against it. Exits 1 unless nothing is lost, nothing was dialled twice or without being asked for, only what was in flight came
 * again, no tenant had more calls at once than it may or kept a permit, and every wallet was charged what its calls cost.
 */
endAll(async (cleanups) => {
  const verdict = await run(readOptions(process.argv.slice(2)), cleanups);
  console.log(`\n${table(verdict)}\n`);
  return { code: verdict.passed ? 0 : 1, lastLine: lastLine(verdict) };
});

async function run(options: Options, cleanups: Cleanups): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-faults-'));
  await chmod(folder, 0o711);
  const system = await openSystem(options.seed, folder, cleanups);
  const kinds = plan(options.kills, dice(options.seed), system.redis !== null);
  say(`seed ${options.seed}: ${kinds.length} faults, ${options.kills} of them kills; what the services say is in ${folder}`);
  if (!system.redis) say('NO redis-server ON THE PATH: THE FAULTS OF REDIS ARE LEFT OUT.');
  await Promise.all(system.services.map((service) => service.start()));
  const scene: Scene = { system, load: startLoad(system, dice(options.seed + 1)), dice: dice(options.seed + 2), faults: [] };
  const onStrike = (count: number): void => (count % 10 === 0 ? say(`${count} of ${kinds.length} faults`) : undefined);
  await Promise.race([strikeAll(scene, kinds, { until: performance.now() + options.minutes * 60_000, onStrike }), system.failed]);
  say('no more faults; all comes to its end');
  await Promise.race([scene.load.finish(), system.failed]);
  say('every request was answered');
  say((await drain(system)) ?? 'every delivery and every call came to its end');
  if (options.sabotage) await sabotage(scene, options.sabotage);
  const verdict = judge(await gather(scene));
  say(`${scene.load.accepted.length} events, ${scene.load.calls.size} calls, ${system.oracle.receipts.size} deliveries received`);
  if (verdict.passed) cleanups.unshift(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  return verdict;
}

function say(what: string): void {
  console.log(`${(performance.now() / 1_000).toFixed(0).padStart(4)} s  ${what}`);
}
