import { Breach, type Check, type Finding } from './check.ts';
import type { World } from './world.ts';

const tooSlow = 'It is too slow here to tell';

/** For a check of a time limit that the sandbox clock does not move: where this machine was too slow for it, it warns instead of failing. */
export const cannotTell = (world: Pick<World, 'warn'>, why: string): void => world.warn(`${tooSlow}: ${why}`);

export const isCannotTell = ({ kind, message }: Finding): boolean => kind === 'warn' && message.startsWith(tooSlow);

const attempts = 3;

/**
 * For a check that counts tokens of a budget, which come back as real time passes. An attempt's findings are reported only if the attempt took
 * less than these seconds; otherwise it is repeated, up to three times. So `run` must make a tenant of its own with `freshTenant`.
 */
export const conclusiveWithin =
  (seconds: number, run: Check['run']): Check['run'] =>
  async (world) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found: (() => void)[] = [];
      const said: Pick<World, 'breach' | 'warn'> = {
        breach: (...finding) => void found.push(() => world.breach(...finding)),
        warn: (...finding) => void found.push(() => world.warn(...finding)),
      };
      const began = performance.now();
      await run(Object.assign(Object.create(world), said)).catch((error: unknown) => {
        if (!(error instanceof Breach)) throw error;
        said.breach(error.message, error.exchange);
      });
      if (performance.now() - began >= seconds * 1_000) continue;
      for (const report of found) report();
      return;
    }
    cannotTell(world, `each attempt took over ${seconds} s, and tokens of the budget came back meanwhile.`);
  };
