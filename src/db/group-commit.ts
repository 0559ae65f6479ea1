import { isRefused } from './refused.ts';

/**
 * Many callers, one transaction at a time. Whoever comes while one is under way waits for it and goes with the next, all
 * together; whoever comes while none is goes at once, alone. So it costs nobody anything and a busy process few commits.
 *
 * What it returns resolves once the item's own transaction has committed. An item that the database refuses fails alone:
 * its batch is halved until it stands by itself.
 */
export function groupCommit<Item>(commit: (items: readonly Item[]) => Promise<void>, maxItems: number): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = [];
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

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

async function commitBatch<Item>(batch: readonly Waiting<Item>[], commit: (items: readonly Item[]) => Promise<void>): Promise<void> {
  try {
    await commit(batch.map(({ item }) => item));
    for (const { resolve } of batch) resolve();
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
