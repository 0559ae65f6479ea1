import type { FaultKind } from './faults.ts';
import type { Scene } from './scene.ts';
import type { Service } from './service.ts';

/**
 * Strikes as planned, one of the two processes after the other. A killed process starts again while the other one is
 * already being struck.
 */
export async function strikeAll(scene: Scene, kinds: readonly FaultKind[], options: StrikeOptions): Promise<void> {
  const { system } = scene;
  const queue = kinds.map((kind) => ({ kind, misses: 0 }));
  const coming: Promise<unknown>[] = [];
  for (let turn = 0, next = queue.shift(); next; turn++, next = queue.shift()) {
    if (performance.now() > options.until) throw new Error(`out of time with ${queue.length + 1} faults to go`);
    const target = system.services[turn % 2 === 0 ? 0 : 1];
    await (next.kind.kills ? target.untilReady() : Promise.all(system.services.map((service) => service.untilReady())));
    const strike = await next.kind.strike(scene, target);
    if (strike) {
      const { pace } = next.kind;
      const fault = { name: next.kind.name, isKill: next.kind.kills, ...(pace && { pace }), backMs: null as number | null, ...strike };
      scene.faults.push(fault);
      options.onStrike(scene.faults.length);
      const back = next.kind.kills ? target.start() : scene.load.publishTo(target);
      const returned = back.then(() => {
        fault.backMs = performance.now() - fault.at;
      });
      // One that does not come back ends the run at once, not when the last fault has struck.
      returned.catch(system.fail);
      coming.push(returned);
    } else if (++next.misses > missesAllowed) throw new Error(`never came to the place to strike at: ${next.kind.name}`);
    else {
      await revive(target);
      queue.push(next);
    }
  }
  await Promise.all(coming);
}

export interface StrikeOptions {
  /** By `performance.now()`. */
  readonly until: number;
  onStrike(count: number): void;
}

const missesAllowed = 4;

/** It may have ended by itself between an order to stop and the kill. */
async function revive(target: Service): Promise<void> {
  if (target.hasEnded()) await target.start();
}
