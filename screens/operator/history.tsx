import { plural } from '../../simulator/console/page/frame/format.ts';
import type { Schemas } from './api.ts';

type HalfHour = Schemas['HalfHour'];

const halfHourMs = 30 * 60_000;
const bars = 48;
const [barWidth, gap, height] = [10, 2, 60] as const;
/** From the bottom of a bar to its top. */
const kinds = ['success', 'open', 'failed'] as const;

/** The deliveries of the last day as a bar for each half hour, by how they stand now. */
export function History({ halfHours }: { halfHours: readonly HalfHour[] }) {
  if (halfHours.length === 0) return <p class="muted">None is counted yet: a half hour is counted soon after its end.</p>;
  const highest = Math.max(...halfHours.map(totalOf));
  const newest = Math.max(...halfHours.map(startOf));
  return (
    <figure class="history">
      <svg viewBox={`0 0 ${bars * (barWidth + gap)} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {halfHours.map((halfHour) => (
          <Bar key={halfHour.from} halfHour={halfHour} x={xOf(startOf(halfHour), newest)} scale={height / highest} />
        ))}
      </svg>
      <figcaption class="muted">
        {captionOf(halfHours)}; at most {plural(highest, 'delivery', 'deliveries')} in a half hour.
      </figcaption>
    </figure>
  );
}

function Bar({ halfHour, x, scale }: { halfHour: HalfHour; x: number; scale: number }) {
  let bottom = height;
  return (
    <g>
      <title>{`${halfHour.from.slice(11, 16)}Z: ${captionOf([halfHour])}`}</title>
      {kinds.map((kind) => {
        const size = halfHour[kind] * scale;
        bottom -= size;
        return <rect key={kind} class={kind} x={x} y={bottom} width={barWidth} height={size} />;
      })}
    </g>
  );
}

const startOf = ({ from }: HalfHour): number => new Date(from).getTime();
const totalOf = ({ success, failed, open }: HalfHour): number => success + failed + open;
const xOf = (start: number, newest: number): number => (bars - 1 - (newest - start) / halfHourMs) * (barWidth + gap);

function captionOf(halfHours: readonly HalfHour[]): string {
  const [success, failed, open] = (['success', 'failed', 'open'] as const).map((kind) =>
    halfHours.reduce((sum, each) => sum + each[kind], 0).toLocaleString('en'),
  );
  return `${success} accepted, ${failed} given up, ${open} still open`;
}
