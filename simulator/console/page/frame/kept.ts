/** Read back what this browser was given to keep. It may forbid the store; then it is as if nothing was. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** False where the browser has no room for it, or forbids it: then it lasts as long as the page. */
export function keep(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
