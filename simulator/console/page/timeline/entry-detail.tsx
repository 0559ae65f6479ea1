import { exactTime, shortId } from '../frame/format.ts';
import { Json } from '../frame/json.tsx';
import { CopyButton } from '../frame/parts.tsx';
import type { Entry } from './rows.ts';
import { saysOf } from './says.ts';

export function EntryDetail({ entry, cause, onCause }: { entry: Entry; cause: Entry | undefined; onCause: (seq: number) => void }) {
  return (
    <article class="detail">
      <header class="detail-head">
        <div class="detail-title">
          <h2 class="mono">{entry.kind}</h2>
        </div>
        <p class="muted">
          Entry {entry.seq}, {exactTime(entry.at)}
          {entry.callId && ` · ${shortId(entry.callId)}`}
        </p>
        <div class="actions">
          <CopyButton label="Copy as JSON" name="Copy as JSON" text={() => JSON.stringify(entry, null, 2)} />
        </div>
      </header>
      {cause && (
        <section class="block" aria-label="Cause">
          <h3>Because of</h3>
          <button type="button" class="link-row" onClick={() => onCause(cause.seq)}>
            <span class="mono">{cause.kind}</span>
            <span class="muted">{saysOf(cause)}</span>
            <span class="chevron" aria-hidden="true">
              ›
            </span>
          </button>
        </section>
      )}
      <section class="block" aria-label="The entry">
        <h3>The entry</h3>
        <Json label="The entry as JSON" value={entry} />
      </section>
    </article>
  );
}
