/**
 * Adds group commit to queues without one: items that are added during a write go into the next, one write at a time,
 * so that their bulk calls are used as well as the service's.
 */
export function gather<T>(write: (items: readonly T[]) => Promise<unknown>): (item: T) => Promise<void> {
  let waiting: { item: T; done: () => void; fail: (error: unknown) => void }[] = [];
  let isWriting = false;
  const run = async (): Promise<void> => {
    isWriting = true;
    await null; // Items of the same tick join the batch.
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await write(batch.map(({ item }) => item)).then(
        () => {
          for (const { done } of batch) done();
        },
        (error: unknown) => {
          for (const { fail } of batch) fail(error);
        },
      );
    }
    isWriting = false;
  };
  return (item) =>
    new Promise<void>((done, fail) => {
      waiting.push({ item, done, fail });
      if (!isWriting) void run();
    });
}

const most = 256;
