import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRefused } from './sql-state.ts';

/**
 * Commits the items of many callers in one transaction. An item that comes during a transaction waits for its end and goes with the
 * next, together with all that wait. An item that comes when none is under way goes at once (with those of the same turn of the
 * event loop, where several transactions may run). So items do not wait in a quiet process, and a busy one makes few commits. Where
 * enough items wait, another transaction may begin beside the first.
 *
 * The returned function resolves, with the result that `commit` gave at the item's index, once the item's own transaction has
 * committed. An item that the database refuses fails alone: its batch is halved until the item is alone.
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
  /** The largest sum of `weigh` in one transaction. An item that weighs more goes alone. */
  readonly maxWeight?: number;
  readonly weigh?: (item: Item) => number;
  /** The number of transactions that may run beside each other. With more than one, the items of the same turn are gathered first. */
  readonly atOnce?: number;
  /** This many items must wait before another transaction begins beside the first: small groups cost more for each item. */
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

/** Commits the items and returns one result for each, in their order. */
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
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
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
