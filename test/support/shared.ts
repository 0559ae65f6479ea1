/** What the files of one process share is made by the first that needs it, and ends after the last file. */
const cleanups: (() => Promise<unknown>)[] = [];

/** Makes a thing once for this process. `end` is called after its last file. */
export function shared<T>(make: () => Promise<T>, end: (made: T) => Promise<unknown>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made) return made;
    const making = make();
    made = making;
    cleanups.push(async () => end(await making));
    return making;
  };
}

export async function endShared(): Promise<void> {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
