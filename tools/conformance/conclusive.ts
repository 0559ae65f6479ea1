import { isOverloaded } from './api.ts';
import { Breach, type Check, type Finding } from './check.ts';
import type { World } from './world.ts';

const tooSlow = 'It is too slow here to tell';

/**
 * Reports a warning instead of a failure where this machine was too slow to decide. It serves checks of time limits
 * that the sandbox clock does not move.
 */
export const cannotTell = (world: Pick<World, 'warn'>, why: string): void => world.warn(`${tooSlow}: ${why}`);

export const isCannotTell = ({ kind, message }: Finding): boolean => kind === 'warn' && message.startsWith(tooSlow);

const attempts = 3;

/**
 * Wraps a check that counts tokens of a budget, which come back in real time. The findings of an attempt count only if
 * it took less than these seconds, and the deployment was not too busy meanwhile: a request that is sent again may take
 * two tokens. Otherwise the attempt is repeated, up to three times, so `run` must make its own
 * tenant with `freshTenant`.
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
      const asked = world.exchanges.length;
      await run(Object.assign(Object.create(world), said)).catch((error: unknown) => {
        if (!(error instanceof Breach)) throw error;
        said.breach(error.message, error.exchange);
      });
      const wasBusy = world.exchanges.slice(asked).some(({ response }) => isOverloaded(response));
      if (wasBusy || performance.now() - began >= seconds * 1_000) continue;
      for (const report of found) report();
      return;
    }
    cannotTell(world, `each attempt took over ${seconds} s, in which tokens come back, or met a deployment that was busy.`);
  };
