import type { Draws } from './draws.ts';
import type { Cancel, Timers } from './timers.ts';

/** A call or a text at its provider. */
export interface UnderWay {
  readonly draws: Draws;
  readonly createdAt: Date;
  readonly createdElapsed: number;
  /** Is the era of the timers in which it was created: a reset ends it. */
  readonly era: number;
  /** Is the timeline entry that caused everything it does. */
  readonly causedBy: number;
  /** Is the story time since it was created, in milliseconds. */
  ms: number;
  /** Is true once nothing more will happen to it. */
  over: boolean;
  cancelStep: Cancel;
}

/** Returns what a call or a text is at its beginning. */
export const begun = (timers: Pick<Timers, 'elapsed' | 'era'>, createdAt: Date, causedBy: number) => ({
  ...{ createdAt, createdElapsed: timers.elapsed(), era: timers.era, causedBy },
  ...{ ms: 0, over: false, cancelStep: () => undefined },
});

/** Returns the time of a moment of the story: callers see the story's time, whatever the speed. */
export const momentOf = ({ createdAt }: UnderWay, ms: number): Date => new Date(createdAt.getTime() + Math.round(ms));

interface Play<Step> {
  readonly timers: Timers;
  take(step: Step): Promise<void>;
  /** Is called after the last step. */
  ended(): void;
}

/** Plays the steps of a story. Each comes at its time, and not before the one before it has ended. `cancelStep` drops the rest. */
export function playSteps<Step extends { readonly ms: number }>(item: UnderWay, [step, ...rest]: readonly Step[], play: Play<Step>): void {
  if (!step) {
    play.ended();
    return;
  }
  const wait = step.ms - (play.timers.elapsed() - item.createdElapsed);
  let isCanceled = false;
  const cancel = play.timers.after(wait, async () => {
    await play.take(step);
    if (!isCanceled) playSteps(item, rest, play);
  });
  item.cancelStep = () => {
    isCanceled = true;
    cancel();
  };
}

/** The calls or the texts of a provider. */
export interface Kept<Item> {
  /** Adds an item. If there are too many, the oldest that is over is forgotten, and never one under way. */
  add(item: Item): void;
  /** Is true if so many are under way that there is no room for another. */
  readonly isFull: boolean;
  find(id: string): Item | undefined;
  /** Returns the items, newest first. */
  all(): readonly Item[];
  clear(): void;
}

export function keeping<Item extends UnderWay>(most: number, idOf: (item: Item) => string): Kept<Item> {
  const byId = new Map<string, Item>();
  const oldestOver = (): Item | undefined => {
    for (const item of byId.values()) if (item.over) return item;
    return undefined;
  };
  return {
    add(item) {
      byId.set(idOf(item), item);
      const oldest = byId.size > most ? oldestOver() : undefined;
      if (oldest) byId.delete(idOf(oldest));
    },
    get isFull() {
      return byId.size >= most && oldestOver() === undefined;
    },
    find: (id) => byId.get(id),
    all: () => [...byId.values()].reverse(),
    clear() {
      for (const item of byId.values()) item.cancelStep();
      byId.clear();
    },
  };
}
