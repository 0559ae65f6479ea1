import { once } from 'node:events';
import { startOwnInstance } from '../../cli/judges/own-instance.ts';
import { runConformance, type Wanted } from '../../tools/conformance/run.ts';
import { targetFor } from '../../tools/conformance/target.ts';
import { silent, told } from '../tools/conformance/run.ts';

/** A run as `run.ts` asks for it. */
export type Asked = Pick<Wanted, 'profile' | 'only' | 'seed'>;

/** What a run came to. */
export interface Judged {
  readonly seed: number;
  readonly seconds: number;
  readonly failed: number;
  /** Is what failed or warned, in sentences. */
  readonly told: string;
}

/** Judges an instance of its own as often as its parent asks for it, and ends with it. */
const closed = once(process, 'disconnect');
const questions: Asked[] = [];
let arrived = (): void => {};
process.on('message', (asked: Asked) => {
  questions.push(asked);
  arrived();
});

const instance = await startOwnInstance(new AbortController().signal);
try {
  const target = targetFor({}, instance.startFile);
  if (!target) throw new Error('The instance names no deployment.');
  while (process.connected) {
    const asked = questions.shift();
    if (!asked) {
      await Promise.race([closed, new Promise<void>((resolve) => (arrived = resolve))]);
      continue;
    }
    const run = await runConformance({ target: { ...target, isOwnInstance: true }, ...asked }, silent);
    const failed = run.results.filter(({ verdict }) => verdict === 'fail').length;
    process.send?.({ seed: asked.seed, seconds: run.ms / 1_000, failed, told: told(run) } satisfies Judged);
  }
} finally {
  await instance.stop();
}
