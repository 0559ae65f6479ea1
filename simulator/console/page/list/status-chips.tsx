import { toggled } from './filter.ts';
import type { Listing } from './listing.ts';

/** The most frequent statuses of a list with their counts. Each puts its facet into the filter, or takes it away. */
export function StatusChips({ listing: { all, filter, setFilter } }: { listing: Listing }) {
  const counts = new Map<string, number>();
  for (const { facets } of all) {
    const [status] = facets['status'] ?? [];
    if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const shown = [...counts].sort(([, one], [, other]) => other - one).slice(0, mostChips);
  const typed = filter.toLowerCase().split(/\s+/);
  return (
    <fieldset class="chips" aria-label="Filter by status">
      {shown.map(([status, count]) => (
        <button
          key={status}
          type="button"
          class="chip"
          aria-pressed={typed.includes(`status:${status}`)}
          onClick={() => setFilter(toggled(filter, `status:${status}`))}
        >
          {status.replaceAll('-', ' ')} <span class="count">{count.toLocaleString('en')}</span>
        </button>
      ))}
    </fieldset>
  );
}

const mostChips = 4;
