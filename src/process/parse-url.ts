/**
 * Returns the URL, or null where the text is none. `URL.canParse` is not asked: on Node 20, once it has been compiled, it says no to
 * every URL with a character between U+0080 and U+00FF.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
