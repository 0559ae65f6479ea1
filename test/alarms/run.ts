import { fork, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Asked, Judged } from './judge.ts';

/**
 * Judges a sound service again and again on a busy machine, and counts the runs with a failure: each is a false alarm. Runs that
 * go on at once (`--at-once`) are each other's load, so no processor is taken by what judges nothing; `--load` adds busy loops. Each
 * of them has an instance of its own, which it judges again and again: later runs meet what earlier ones left, such as numbers that
 * have rung. Exit code 1: there was a false alarm.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    'at-once': { type: 'string', default: '8' },
    load: { type: 'string', default: '0' },
    profile: { type: 'string', default: 'full' },
    minutes: { type: 'string', default: '1440' },
    only: { type: 'string', default: '' },
  },
});
const began = performance.now();
const until = began + Number(values.minutes) * 60_000;
const asked = { profile: values.profile === 'smoke' ? 'smoke' : 'full', only: values.only.split(',').filter(Boolean) } as const;
const loops = Array.from({ length: Number(values.load) }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
let [runs, red, begun] = [0, 0, 0];

/** Judges an instance until there are enough runs, or no time for another one. */
async function judgeRuns(): Promise<void> {
  const judge = fork(fileURLToPath(new URL('judge.ts', import.meta.url)));
  const exited = once(judge, 'exit');
  while (begun < Number(values.runs) && performance.now() < until) {
    begun += 1;
    judge.send({ ...asked, seed: randomInt(2_147_483_647) } satisfies Asked);
    const answered = await Promise.race([once(judge, 'message'), exited.then(() => null)]);
    if (!answered) throw new Error('A run broke off: there is no result.');
    const { seed, seconds, failed, told }: Judged = answered[0];
    runs += 1;
    if (failed > 0) red += 1;
    console.log(`run ${runs}: ${seconds.toFixed(0)} s at a load of ${loadavg()[0]?.toFixed(1)}, seed ${seed}, ${failed} failed`);
    if (told !== '') console.log(told.replace(/^/gm, '  '));
  }
  judge.disconnect();
  await exited;
}

try {
  await Promise.all(Array.from({ length: Math.min(Number(values['at-once']), Number(values.runs)) }, judgeRuns));
} finally {
  for (const loop of loops) loop.kill();
}
const minutes = (performance.now() - began) / 60_000;
console.log(`${runs} runs in ${minutes.toFixed(1)} min, ${red} with a false alarm.`);
process.exitCode = red > 0 ? 1 : 0;
