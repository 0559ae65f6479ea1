import { Batches, type BatchLimits } from './batches.ts';

/**
 * Commits the items of many callers in one transaction, in batches (`batches.ts`). The returned function resolves, with the result that
 * `commit` gave at the item's index, once the item's own transaction has committed. An item that the database refuses fails alone.
 */
export function groupCommit<Item, Result>(
  commit: Commit<Item, Result>,
  { weigh = () => 1, ...limits }: BatchLimits<Item> = {},
): (item: Item) => Promise<Result> {
  const batches = new Batches<Waiting<Item, Result>>(
    {
      async write(batch) {
        const results = await commit(batch.map(({ item }) => item));
        if (results.length !== batch.length) throw new Error('a group was committed and did not give each its result');
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      },
      giveUp(batch, error) {
        for (const { reject } of batch) reject(error);
      },
    },
    { ...limits, weigh: ({ item }) => weigh(item) },
  );
  return (item) => new Promise((resolve, reject) => batches.add({ item, resolve, reject }));
}

/** Commits the items and returns one result for each, in their order. */
type Commit<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}
