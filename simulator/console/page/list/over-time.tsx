import { Bars, binned, highestOf, type Part } from '../frame/bars.tsx';
import { plural, span } from '../frame/format.ts';
import type { Row } from './rows-of.tsx';

/** Draws how many of the shown rows began when, by their tone. */
export function OverTime({ rows }: { rows: readonly Row[] }) {
  if (rows.length < fewestRows) return null;
  const inOrder = [...rows].sort((one, other) => one.at.localeCompare(other.at));
  const at = inOrder.map((row) => row.at);
  const [first = '', last = ''] = [at[0], at.at(-1)];
  const counted = (holds: (tone: Row['tone']) => boolean): readonly number[] =>
    binned(
      at,
      inOrder.map(({ tone }) => (holds(tone) ? 1 : 0)),
      { by: 'sum', leastMs },
    );
  const parts: readonly Part[] = [
    { kind: 'success', values: counted((tone) => tone === 'good') },
    { kind: 'level', values: counted((tone) => tone === 'live' || tone === 'quiet') },
    { kind: 'open', values: counted((tone) => tone === 'wait') },
    { kind: 'failed', values: counted((tone) => tone === 'bad') },
  ];
  return (
    <figure class="over-time">
      <Bars parts={parts} />
      <figcaption class="muted">
        {plural(rows.length, 'row')} in {span((Date.parse(last) - Date.parse(first)) / 1_000)}; at most {highestOf(parts)} in a bar
      </figcaption>
    </figure>
  );
}

const fewestRows = 2;
/** Is the shortest time that the bars share. */
const leastMs = 60_000;
