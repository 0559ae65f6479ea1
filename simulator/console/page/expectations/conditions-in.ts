/**
 * Parses conditions such as `data.outcome = INTERESTED`, one a line. Returns null if there are none, and a sentence if
 * one cannot be read.
 */
export function conditionsIn(text: string): Readonly<Record<string, unknown>> | string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const read: Record<string, unknown> = {};
  for (const line of lines) {
    const [, path, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (path === undefined || value === undefined) return `“${line.trim()}” has no path and value, such as data.outcome = INTERESTED.`;
    read[path] = readValue(value);
  }
  return lines.length > 0 ? read : null;
}

/** Parses JSON, so that 3, true and null keep their types; other text stays text. */
function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
