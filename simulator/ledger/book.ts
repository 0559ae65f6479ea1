/** Keeps one page for each key, up to a limit. */
export interface Book<Page> {
  readonly size: number;
  /** Is false once a page was refused because the book was full. */
  readonly isComplete: boolean;
  /** Returns the page of a key, which is made if there is none, or undefined if the book is full. */
  open(key: string, blank: () => Page): Page | undefined;
  find(key: string): Page | undefined;
  all(): Page[];
  clear(): void;
}

export function newBook<Page>(limit: number): Book<Page> {
  const pages = new Map<string, Page>();
  let isComplete = true;
  return {
    get size() {
      return pages.size;
    },
    get isComplete() {
      return isComplete;
    },
    open(key, blank) {
      const found = pages.get(key);
      if (found) return found;
      if (pages.size >= limit) {
        isComplete = false;
        return undefined;
      }
      const page = blank();
      pages.set(key, page);
      return page;
    },
    find: (key) => pages.get(key),
    all: () => [...pages.values()],
    clear() {
      pages.clear();
      isComplete = true;
    },
  };
}
