import type { ComponentChildren } from 'preact';
import { type Address, hashOf } from '../../simulator/console/page/frame/address.ts';

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

/** A URL, of which a row shows the beginning: it may have 2,048 characters. */
export const Url = ({ children }: { children: string }) => (
  <span class="words mono" title={children}>
    {children}
  </span>
);

/** Leads to the next page of a list, which is older; nothing on the last page. */
export function Older({ path, query, cursor }: Address & { cursor: string | null }) {
  if (cursor === null) return null;
  return (
    <p>
      <a href={hashOf(path, { ...query, cursor })}>Older ones</a>
    </p>
  );
}
