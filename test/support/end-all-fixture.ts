import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { endAll, started } from './end-all.ts';

/** This program starts two others, prints their process ids, and ends in the way that its argument names. */
const [how = ''] = process.argv.slice(2);

const start = (): ChildProcess => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' });

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const ways: Readonly<Record<string, () => unknown>> = {
  done: () => ({ code: 0, lastLine: 'the last line' }),
  failed: () => Promise.reject(new Error('The work fails.')),
  uncaught: () => {
    process.nextTick(() => {
      throw new Error('Nobody catches this.');
    });
  },
  unhandled: () => void Promise.reject(new Error('Nobody handles this.')),
};

endAll(async (cleanups) => {
  const early = start();
  cleanups.push(() => kill(early));
  cleanups.push(() => Promise.reject(new Error('A clean-up fails.')));
  void started(cleanups, pause(100).then(start), async (late) => {
    console.log(late.pid);
    await kill(late);
  });
  console.log(early.pid);
  const ended = await ways[how]?.();
  return (ended as { code: number } | undefined) ?? new Promise(() => setInterval(() => {}, 1_000));
});
