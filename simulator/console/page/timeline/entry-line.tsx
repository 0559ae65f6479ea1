import { exactTime } from '../frame/format.ts';
import type { Entry } from './rows.ts';
import { saysOf } from './says.ts';

export function EntryLine({ entry }: { entry: Entry }) {
  return (
    <div class="line entry-line">
      <span class="mono muted">{entry.seq}</span>
      <span class="mono muted">{exactTime(entry.at)}</span>
      <span class="mono kind">{entry.kind}</span>
      <span class="entry-says">{saysOf(entry)}</span>
    </div>
  );
}
