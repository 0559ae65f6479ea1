type Place = 'localStorage' | 'sessionStorage';

/** Reads a value that this browser keeps, or this tab of it. A browser without storage counts as empty, and so does a frame that may use none. */
export function read(key: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value. Returns false if the browser has no room or forbids storage; then the value lasts as long as the page. */
export function keep(key: string, value: string, place: Place = 'localStorage'): boolean {
  try {
    globalThis[place].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Reads a list that this browser keeps as JSON. */
export function readList<Item>(key: string): readonly Item[] {
  try {
    const kept: unknown = JSON.parse(read(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
