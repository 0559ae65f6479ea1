/** Keeps one page for each key, up to a limit. */
export class Book<Page> {
  /** Is false once a page was refused because the book was full. */
  isComplete = true;
  readonly #limit: number;
  readonly #pages = new Map<string, Page>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#pages.size;
  }

  /** Returns the page of a key, which is made if there is none, or undefined if the book is full. */
  open(key: string, blank: () => Page): Page | undefined {
    const found = this.#pages.get(key);
    if (found) return found;
    this.isComplete &&= this.size < this.#limit;
    if (this.size >= this.#limit) return undefined;
    const page = blank();
    this.#pages.set(key, page);
    return page;
  }

  find(key: string): Page | undefined {
    return this.#pages.get(key);
  }

  all(): readonly Page[] {
    return [...this.#pages.values()];
  }

  clear(): void {
    this.#pages.clear();
    this.isComplete = true;
  }
}
