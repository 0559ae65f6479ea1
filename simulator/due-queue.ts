/** A queue by due time: the earliest item first, and of those due together the first one added. It is a binary heap. */
export interface DueQueue<Item> {
  readonly size: number;
  /** Returns a function that removes the item. It does nothing once the item has left. */
  add(due: number, item: Item): () => boolean;
  /** Returns the due time of the next item, or null if none waits. */
  next(): number | null;
  /** Takes the next item if it is due by then. */
  take(until: number): Waiting<Item> | null;
  clear(): void;
}

export interface Waiting<Item> {
  readonly due: number;
  readonly item: Item;
}

interface Entry<Item> extends Waiting<Item> {
  readonly order: number;
  /** Marks a removed item, which stays in the heap until it comes up. */
  isGone: boolean;
}

export function dueQueue<Item>(): DueQueue<Item> {
  let heap: Entry<Item>[] = [];
  let order = 0;
  let size = 0;

  const swap = (a: number, b: number): void => {
    const [first, second] = [heap[a], heap[b]];
    if (first && second) [heap[a], heap[b]] = [second, first];
  };
  const isBefore = (a: number, b: number): boolean => {
    const [first, second] = [heap[a], heap[b]];
    return first !== undefined && second !== undefined && (first.due - second.due || first.order - second.order) < 0;
  };
  const rise = (at: number): void => {
    for (let parent = (at - 1) >> 1; at > 0 && isBefore(at, parent); at = parent, parent = (at - 1) >> 1) swap(at, parent);
  };
  const sink = (): void => {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = isBefore(right, left) ? right : left;
      if (!isBefore(least, at)) return;
      swap(at, least);
      at = least;
    }
  };
  const pop = (): void => {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    sink();
  };
  const first = (): Entry<Item> | undefined => {
    while (heap[0]?.isGone) pop();
    return heap[0];
  };

  return {
    get size() {
      return size;
    },
    add(due, item) {
      const entry: Entry<Item> = { due, item, order: order++, isGone: false };
      heap.push(entry);
      rise(heap.length - 1);
      size += 1;
      return () => {
        if (entry.isGone) return false;
        entry.isGone = true;
        size -= 1;
        return true;
      };
    },
    next: () => first()?.due ?? null,
    take(until) {
      const entry = first();
      if (!entry || entry.due > until) return null;
      pop();
      entry.isGone = true;
      size -= 1;
      return entry;
    },
    clear() {
      for (const entry of heap) entry.isGone = true;
      heap = [];
      size = 0;
    },
  };
}
