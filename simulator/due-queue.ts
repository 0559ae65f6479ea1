/** A queue by due time: the earliest item first, and of those due together the first one added. It is a binary heap. */
export class DueQueue<Item> {
  readonly #heap: Entry<Item>[] = [];
  #order = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Returns a function that removes the item. It does nothing once the item has left. */
  add(due: number, item: Item): () => boolean {
    const entry: Entry<Item> = { due, item, order: this.#order++, isGone: false };
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    this.#size += 1;
    return () => {
      if (entry.isGone) return false;
      entry.isGone = true;
      this.#size -= 1;
      return true;
    };
  }

  /** Returns the due time of the next item, or null if none waits. */
  next(): number | null {
    return this.#first()?.due ?? null;
  }

  /** Takes the next item if it is due by then. */
  take(until: number): Waiting<Item> | null {
    const entry = this.#first();
    if (!entry || entry.due > until) return null;
    this.#pop();
    entry.isGone = true;
    this.#size -= 1;
    return entry;
  }

  #first(): Entry<Item> | undefined {
    while (this.#heap[0]?.isGone) this.#pop();
    return this.#heap[0];
  }

  #pop(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink();
  }

  #rise(from: number): void {
    for (let at = from, parent = (at - 1) >> 1; at > 0 && this.#isBefore(at, parent); at = parent, parent = (at - 1) >> 1)
      this.#swap(at, parent);
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = this.#isBefore(right, left) ? right : left;
      if (!this.#isBefore(least, at)) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    return first !== undefined && second !== undefined && (first.due - second.due || first.order - second.order) < 0;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (first && second) [this.#heap[a], this.#heap[b]] = [second, first];
  }
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
