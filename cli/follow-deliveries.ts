import { systemClock } from '../sdk/client/settings.ts';
import type { Client } from '../sdk/client.ts';
import type { Following } from '../tools/listen/each-new.ts';
import type { Delivery } from '../tools/listen/new-deliveries.ts';
import { asking, type PublicAddressOptions } from './public-command.ts';
import { screenFor } from './screen.ts';
import { untilSignal } from './until-signal.ts';

/** Asks until the service answers, or until Ctrl-C. */
export type Persistent = <Answer>(ask: (options: { readonly signal: AbortSignal }) => Promise<Answer>) => Promise<Answer>;

interface Follower {
  readonly isWanted: (delivery: Delivery) => boolean;
  /** Is printed once whatever is made from then on is found. */
  readonly begun: string;
  take(delivery: Delivery): Promise<void> | void;
}

/** Hands each new delivery to a follower until Ctrl-C, and resolves to the exit code. */
export async function followDeliveries(
  address: PublicAddressOptions,
  { since, leavesOut }: Pick<Following, 'since' | 'leavesOut'>,
  prepare: (api: Client, persistent: Persistent) => Promise<Follower> | Follower,
): Promise<number> {
  const { eachNewDelivery } = await import('../tools/listen/each-new.ts');
  const { untilReachable } = await import('../tools/listen/until-reachable.ts');
  const screen = screenFor(process.stdout, process.stderr);
  const stopping = new AbortController();
  const { signal } = stopping;
  const { sleep } = systemClock;
  const isAway = ({ message }: Error): void => screen.note(`${message} It is asked again; nothing is missed.`);
  const following = asking(address, async (api) => {
    const { isWanted, begun, take } = await prepare(api, (ask) => untilReachable(() => ask({ signal }), { sleep, signal, isAway }));
    const hasBegun = (): void => screen.note(begun);
    const isBehind = (waiting: number): void =>
      screen.note(
        leavesOut
          ? `The read budget is used up: ${waiting} deliveries are left out. Another time --since brings them.`
          : `The read budget is used up: ${waiting} deliveries wait, and come one by one as it fills.`,
      );
    for await (const delivery of eachNewDelivery(api, { since, leavesOut, isWanted, sleep, signal, hasBegun, isBehind, isAway }))
      await take(delivery);
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await Promise.race([untilSignal(stopping), following]);
  return 0;
}
