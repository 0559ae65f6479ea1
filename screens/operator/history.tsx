import { Bars, highestOf } from '../../simulator/console/page/frame/bars.tsx';
import { plural } from '../../simulator/console/page/frame/format.ts';
import type { Schemas } from './api.ts';

type HalfHour = Schemas['HalfHour'];

const halfHourMs = 30 * 60_000;
const bars = 48;
/** From the bottom of a bar to its top. */
const kinds = ['success', 'open', 'failed'] as const;

/** The deliveries of the last day as a bar for each half hour, by how they stand now. */
export function History({ halfHours }: { halfHours: readonly HalfHour[] }) {
  if (halfHours.length === 0) return <p class="muted">None is counted yet: a half hour is counted soon after its end.</p>;
  const newest = Math.max(...halfHours.map(startOf));
  const inBars = Array.from({ length: bars }, (_, bar) =>
    halfHours.find((each) => startOf(each) === newest - (bars - 1 - bar) * halfHourMs),
  );
  const parts = kinds.map((kind) => ({ kind, values: inBars.map((halfHour) => halfHour?.[kind] ?? 0) }));
  return (
    <figure class="history">
      <Bars parts={parts} count={bars} titleOf={(bar) => titleOf(inBars[bar])} />
      <figcaption class="muted">
        {captionOf(halfHours)}; at most {plural(highestOf(parts), 'delivery', 'deliveries')} in a half hour.
      </figcaption>
    </figure>
  );
}

const titleOf = (halfHour: HalfHour | undefined): string =>
  halfHour ? `${halfHour.from.slice(11, 16)}Z: ${captionOf([halfHour])}` : 'none';

const startOf = ({ from }: HalfHour): number => new Date(from).getTime();

function captionOf(halfHours: readonly HalfHour[]): string {
  const [success, failed, open] = (['success', 'failed', 'open'] as const).map((kind) =>
    halfHours.reduce((sum, each) => sum + each[kind], 0).toLocaleString('en'),
  );
  return `${success} accepted, ${failed} given up, ${open} still open`;
}
