import { systemClock } from '../../sdk/client/settings.ts';
import type { Client } from '../../sdk/client.ts';
import { untilSignal } from '../../src/process/until-signal.ts';
import type { Delivery, Place } from '../../tools/listen/new-deliveries.ts';
import { publicAddress } from '../clients/public-address.ts';
import { asking, type PublicAddressOptions, told } from '../clients/public-command.ts';
import { screenFor } from '../parts/screen.ts';

/** Is aborted by Ctrl-C. */
interface Interruptible {
  readonly signal: AbortSignal;
}

/** Asks until the service answers, or until Ctrl-C. */
export type Persistent = <Answer>(ask: (options: Interruptible) => Promise<Answer>) => Promise<Answer>;

/** What a follower is made of. */
interface Means extends Interruptible {
  readonly api: Client;
  readonly persistent: Persistent;
  /** Returns the text of the newest answer. */
  readonly answered: () => string;
}

interface Follower {
  /** It goes on from there; null: with the deliveries that are created from now on. */
  readonly place: Place | null;
  readonly isWanted: (delivery: Delivery) => boolean;
  /** Returns what a person is told once whatever is made from then on is found, if the list reached back to the place or not. */
  readonly begun: (reachesBack: boolean) => string | null;
  take(delivery: Delivery): Promise<void> | void;
  /** Keeps where to go on another time. */
  keep(place: Place): void;
}

/** Hands each new delivery to a follower until Ctrl-C, and resolves to the exit code. */
export async function followDeliveries(
  address: PublicAddressOptions,
  leavesOut: boolean,
  prepare: (means: Means) => Promise<Follower> | Follower,
): Promise<number> {
  const { eachNewDelivery } = await import('../../tools/listen/each-new.ts');
  const { untilReachable } = await import('../../tools/listen/until-reachable.ts');
  const screen = screenFor();
  const stopping = new AbortController();
  const { signal } = stopping;
  const { sleep } = systemClock;
  const { baseUrl } = publicAddress(address);
  const isAway = (error: Error): void => screen.note(`${told(error, baseUrl).message} It is asked again; nothing is missed.`);
  const following = asking(address, async (api, answered) => {
    const persistent: Persistent = (ask) => untilReachable(() => ask({ signal }), { sleep, signal, isAway });
    const { place, isWanted, begun, take, keep } = await prepare({ api, persistent, answered, signal });
    const hasBegun = (reachesBack: boolean): void => {
      const said = begun(reachesBack);
      if (said !== null) screen.note(said);
    };
    const isBehind = (waiting: number): void =>
      screen.note(
        leavesOut
          ? `The read budget is used up: up to ${waiting} deliveries are left out. Another time --since brings them.`
          : `The read budget is used up: ${waiting} deliveries wait, and come one by one as it fills.`,
      );
    const isReading = (total: number): void =>
      screen.note(`A list of ${total} deliveries is read first, 50 at a time, and some 90 times a minute.`);
    const asked = { place, leavesOut, isWanted, sleep, signal, hasBegun, hasMoved: keep, isBehind, isReading, isAway };
    for await (const delivery of eachNewDelivery(api, asked)) await take(delivery);
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  await Promise.race([untilSignal(stopping), following]);
  return 0;
}
