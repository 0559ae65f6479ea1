/** Reads a value that this browser keeps. A browser without storage counts as empty. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value. Returns false if the browser has no room or forbids storage; then the value lasts as long as the page. */
export function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
