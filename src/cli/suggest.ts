/** The known word that was perhaps meant: one that begins so, or is at most two slips away. */
export function nearest(word: string, known: readonly string[]): string | null {
  const beginning = word.length >= 2 ? known.find((candidate) => candidate.startsWith(word)) : undefined;
  if (beginning !== undefined) return beginning;
  const [best] = known.map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) })).sort((a, b) => a.slips - b.slips);
  return best && best.slips <= Math.min(2, word.length - 1) ? best.candidate : null;
}

/** Letters put in, left out, replaced, or swapped with their neighbour. */
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
