import { exactTime } from '../frame/format.ts';
import type { CallRow, Entry, TextRow } from './rows.ts';
import { saysOf } from './says.ts';

/** Lists entries in order, with their distance to the first one. */
export function Happened({ entries, from }: { entries: readonly Entry[]; from: string }) {
  const began = Date.parse(from);
  return (
    <section class="block" aria-label="What happened to it">
      <h3>What happened</h3>
      <ol class="happened">
        {entries.slice(-200).map((entry) => (
          <li key={entry.seq}>
            <time class="mono muted" dateTime={entry.at} title={exactTime(entry.at)}>
              +{((Date.parse(entry.at) - began) / 1_000).toFixed(2)} s
            </time>
            <span>{saysOf(entry)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export const withDeliveries = ({ entries, deliveries }: CallRow | TextRow): readonly Entry[] =>
  [...entries, ...deliveries.flatMap((delivery) => delivery.entries)].sort((a, b) => a.seq - b.seq);
