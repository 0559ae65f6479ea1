import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startOwnInstance } from '../../cli/conformance/own-instance.ts';
import { runConformance } from '../../tools/conformance/run.ts';
import { targetFor } from '../../tools/conformance/target.ts';
import { silent, told } from '../tools/conformance/run.ts';

/**
 * Judges one sound service again and again while busy loops take the processors, and counts the runs with a failure.
 * Each is a false alarm. Later runs meet what earlier ones left, such as numbers that have rung. Exit code 1: there was one.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    load: { type: 'string', default: '20' },
    profile: { type: 'string', default: 'full' },
    minutes: { type: 'string', default: '1440' },
    only: { type: 'string', default: '' },
  },
});
const profile = values.profile === 'smoke' ? 'smoke' : 'full';
const only = values.only.split(',').filter(Boolean);
const until = performance.now() + Number(values.minutes) * 60_000;

const instance = await startOwnInstance(new AbortController().signal);
const loops = Array.from({ length: Number(values.load) }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
let [runs, red] = [0, 0];
try {
  const target = targetFor({}, instance.startFile);
  if (!target) throw new Error('The instance names no deployment.');
  for (; runs < Number(values.runs) && performance.now() < until; runs++) {
    const seed = randomInt(2_147_483_647);
    const run = await runConformance({ target, profile, seed, only }, silent);
    const failed = run.results.filter(({ verdict }) => verdict === 'fail');
    if (failed.length > 0) red += 1;
    const load = loadavg()[0]?.toFixed(1);
    console.log(`run ${runs + 1}: ${(run.ms / 1_000).toFixed(0)} s at a load of ${load}, seed ${seed}, ${failed.length} failed`);
    if (told(run) !== '') console.log(told(run).replace(/^/gm, '  '));
  }
} finally {
  for (const loop of loops) loop.kill();
  await instance.stop();
}
console.log(`${runs} runs, ${red} with a false alarm.`);
process.exitCode = red > 0 ? 1 : 0;
