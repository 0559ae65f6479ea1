/**
 * Returns the known name that an unknown one perhaps meant: one that begins with it, contains it, is contained in it,
 * or differs by a few typos. Returns null if none is near.
 */
export function nearest(word: string, known: readonly string[]): string | null {
  if (word.length > longestWord) return null;
  const beginning = word.length >= 2 ? known.find((candidate) => candidate.startsWith(word)) : undefined;
  if (beginning !== undefined) return beginning;
  const given = letters(word);
  const most = Math.min(Math.max(2, given.length / 3), given.length - 1);
  const [best] = known
    .map((candidate) => ({ candidate, slips: distance(given, letters(candidate), most) }))
    .sort((a, b) => a.slips - b.slips || b.candidate.length - a.candidate.length);
  return best && best.slips <= most ? best.candidate : null;
}

/** A longer word is no typo, and comparing it would take long. */
const longestWord = 100;

/** Removes all characters but letters and digits, so that `filter[status]` and `created_since` compare by their words. */
const letters = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function distance(given: string, known: string, most: number): number {
  const [short, long] = given.length < known.length ? [given, known] : [known, given];
  if (short.length >= fewestLetters && long.includes(short)) return 0;
  return long.length - short.length > most ? Number.POSITIVE_INFINITY : slipsBetween(given, known);
}

/** Shorter names are contained in others by chance. */
const fewestLetters = 4;

/** Counts letters that were inserted, left out, replaced, or swapped with their neighbour. */
function slipsBetween(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    rows.push(line);
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + same,
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
