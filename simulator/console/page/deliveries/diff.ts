/** A line of two compared attempts, which says if it differs. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this many pairs of lines a comparison line by line would take too long. */
const maxPairs = 4_000_000;

/** Keeps the longest common lines. The lines between them were removed or added. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end])
    end += 1;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
  return [
    ...same(before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

function diffMiddle(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const removed = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'removed', text }));
  const added = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'added', text }));
  if (before.length === 0 || after.length === 0 || before.length * after.length > maxPairs) return [...removed(before), ...added(after)];
  const lengths = commonLengths(before, after);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    const one = before[i] ?? '';
    const other = after[j] ?? '';
    if (one === other) {
      lines.push({ kind: 'same', text: one });
      i += 1;
      j += 1;
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0)) {
      lines.push({ kind: 'removed', text: one });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: other });
      j += 1;
    }
  }
  return [...lines, ...removed(before.slice(i)), ...added(after.slice(j))];
}

/** Returns how many lines the rest of both have in common, from each pair of indexes on. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] as Uint16Array; // The row was made above.
    const next = lengths[i + 1] as Uint16Array;
    for (let j = after.length - 1; j >= 0; j -= 1)
      row[j] = before[i] === after[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}

export interface Compared {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const headerLines = ({ headers }: Compared): readonly string[] =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .sort();

/** Formats JSON with one member a line, so that a difference is one line and not the whole body. */
export function bodyLines({ body }: Compared): readonly string[] {
  try {
    return JSON.stringify(JSON.parse(body), null, 2).split('\n');
  } catch {
    return body.split('\n');
  }
}

/** A number of consecutive equal lines. */
export interface Fold {
  readonly kind: 'folded';
  readonly count: number;
}

/** Returns the different lines with some lines before and after, and counts of the others. */
export function fold(lines: readonly DiffLine[], around: number): readonly (DiffLine | Fold)[] {
  const differs = lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
  const shown = new Set(differs.flatMap((index) => Array.from({ length: 2 * around + 1 }, (_, offset) => index - around + offset)));
  const folded: (DiffLine | Fold)[] = [];
  let count = 0;
  lines.forEach((line, index) => {
    if (shown.has(index)) {
      if (count > 0) folded.push({ kind: 'folded', count });
      count = 0;
      folded.push(line);
    } else count += 1;
  });
  return count > 0 ? [...folded, { kind: 'folded', count }] : folded;
}
