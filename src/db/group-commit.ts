import { isRefused } from './sql-state.ts';

/**
 * Many callers, one transaction at a time. Whoever comes while one is under way waits for it and goes with the next, all
 * together; whoever comes while none is goes at once, alone. So it costs nobody anything and a busy process few commits.
 *
 * What it returns resolves, with what `commit` gave for the item in its place, once the item's own transaction has
 * committed. An item that the database refuses fails alone: its batch is halved until it stands by itself.
 */
export function groupCommit<Item, Result>(commit: Commit<Item, Result>, maxItems = 256): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isCommitting = false;

  const commitWaiting = async (): Promise<void> => {
    isCommitting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      await commitBatch(batch, commit);
    }
    isCommitting = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isCommitting) void commitWaiting();
    });
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
