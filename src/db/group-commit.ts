import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRefused } from './sql-state.ts';

/**
 * Commits the items of many callers in one transaction. An item that comes while a transaction is under way waits for it and goes with
 * the next, together with all that wait; an item that comes while none is under way goes at once (with those of the same turn of the
 * event loop, where several transactions may run). So nobody waits in a quiet process, and a busy one makes few commits. Where enough
 * items are waiting, another transaction may begin beside the first.
 *
 * The returned function resolves, with what `commit` gave for the item in its place, once the item's own transaction has
 * committed. An item that the database refuses fails alone: its batch is halved until it stands by itself.
 */
export function groupCommit<Item, Result>(commit: Commit<Item, Result>, limits: GroupLimits<Item> = {}): (item: Item) => Promise<Result> {
  const { maxWeight = 256, weigh = () => 1, atOnce = 1, worthAnother = maxWeight } = limits;
  let waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;

  const commitWaiting = async (): Promise<void> => {
    underWay += 1;
    if (atOnce > 1) await nextTurn();
    while (waiting.length > 0) {
      const size = sizeOfGroup(waiting, maxWeight, weigh);
      const batch = waiting.slice(0, size);
      waiting = waiting.slice(size);
      await commitBatch(batch, commit);
    }
    underWay -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay === 0 || (underWay < atOnce && waiting.length >= worthAnother)) void commitWaiting();
    });
}

export interface GroupLimits<Item> {
  /** Of one transaction, in what `weigh` says of its items. One item always goes, however heavy. */
  readonly maxWeight?: number;
  readonly weigh?: (item: Item) => number;
  /** Transactions beside each other. More than one gathers those of the same turn first. */
  readonly atOnce?: number;
  /** So many items must wait for another to begin beside the first: small groups cost more for each. */
  readonly worthAnother?: number;
}

function sizeOfGroup<Item>(waiting: readonly { readonly item: Item }[], maxWeight: number, weigh: (item: Item) => number): number {
  let weight = 0;
  const over = waiting.findIndex(({ item }) => {
    weight += weigh(item);
    return weight > maxWeight;
  });
  return over < 0 ? waiting.length : Math.max(1, over);
}

/** One result for each item, in their order. */
type Commit<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

async function commitBatch<Item, Result>(batch: readonly Waiting<Item, Result>[], commit: Commit<Item, Result>): Promise<void> {
  try {
    const results = await commit(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error('a group was committed and did not give each its result');
    for (const [place, result] of results.entries()) batch[place]?.resolve(result);
  } catch (error) {
    if (batch.length === 1 || !isRefused(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    const middle = Math.ceil(batch.length / 2);
    await commitBatch(batch.slice(0, middle), commit);
    await commitBatch(batch.slice(middle), commit);
  }
}
