import type { ComponentChildren } from 'preact';
import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { Badge, CopyButton, Problem, Verbatim } from '../../simulator/console/page/frame/parts.tsx';
import type { Tone } from '../../simulator/console/page/frame/tone.ts';
import type { Asked } from './use-answer.ts';

/** The small components of every view. */

/** Shows the answer, or why there is none; an older answer stays beside the reason. */
export function Answered<Body>({ asked, children }: { asked: Asked<Body>; children: (body: Body) => ComponentChildren }) {
  return (
    <>
      {asked.refusal && <Problem>{asked.refusal.message}</Problem>}
      {asked.body === null ? asked.refusal === null && <p class="muted">Asking …</p> : children(asked.body)}
    </>
  );
}

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
}

/** A table that scrolls by itself where it is too wide for the page. */
export function Table<Row>({ label, rows, columns, keyOf, none }: TableProps<Row>) {
  if (rows.length === 0) return <p class="muted">{none}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, only a mouse could scroll.
    <section class="scrolled" aria-label={label} tabIndex={0}>
      <table class="rows">
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, value, isNumber }) => (
                <td key={title} class={isNumber ? 'number' : ''}>
                  {value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** What is said where there is no row. */
  readonly none: string;
}

const tones: Readonly<Record<string, Tone>> = { success: 'good', failed: 'bad', retrying: 'wait', pending: 'live' };

export const StatusBadge = ({ status }: { status: string }) => <Badge tone={tones[status] ?? 'quiet'}>{status}</Badge>;

/** A secret that was just made. */
export const ShownOnce = ({ name, text }: { name: string; text: string }) => (
  <div class="whole">
    <p>
      {name}, shown this once: <CopyButton label="Copy" name={`Copy: ${name}`} text={() => text} />
    </p>
    <Verbatim label={name}>{text}</Verbatim>
  </div>
);

/** In UTC, as in every log. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <span class="muted">–</span>;
  return (
    <time class="mono" dateTime={at} title={at}>
      {at.slice(0, 10)} {at.slice(11, 19)}Z
    </time>
  );
}

/** Leads to the next page of a list, which is older; nothing on the last page. */
export function Older({
  path,
  query,
  cursor,
}: {
  path: readonly string[];
  query: Readonly<Record<string, string>>;
  cursor: string | null;
}) {
  if (cursor === null) return null;
  return (
    <p>
      <a href={hashOf(path, { ...query, cursor })}>Older ones</a>
    </p>
  );
}

/** Leads to an endpoint with its story. */
export const EndpointLink = ({ tenantId, id, name }: { tenantId: string; id: string; name: string }) => (
  <a href={hashOf(['tenants', tenantId, 'endpoints', id])}>{name}</a>
);

export const TenantLink = ({ id, name = id }: { id: string; name?: string }) => <a href={hashOf(['tenants', id])}>{name}</a>;
