import type { Pool } from 'pg';
import { searchAtLength } from '../db/at-length.ts';
import type { TenantTable } from './tenant-tables.ts';

/**
 * Removes a tenant's rows from a table. One search serves many batches: not every table has an index by tenant, and a search locks
 * nothing. Each batch is its own transaction. A row that changes after the search is found and not removed.
 */
export async function removeRows(
  engine: Pool,
  table: TenantTable,
  tenantId: string,
): Promise<{ readonly found: number; readonly removed: number }> {
  let found = 0;
  let removed = 0;
  for (;;) {
    const before = found;
    for (const { partition, places } of await find(engine, table, tenantId)) {
      found += places.length;
      for (let from = 0; from < places.length; from += rowsInABatch) {
        const batch = places.slice(from, from + rowsInABatch);
        // A `ctid` may belong to another row by now, so the condition is checked again.
        const { rowCount } = await engine.query(`delete from ${partition} where ctid = any ($2::tid[]) and ${table.where}`, [
          tenantId,
          batch,
        ]);
        removed += rowCount ?? 0;
      }
    }
    if (found - before < placesAtOnce) return { found, removed };
  }
}

const rowsInABatch = 1_000;
const placesAtOnce = 100_000;

interface Found {
  readonly partition: string;
  /** Holds the `ctid` of each row. */
  readonly places: readonly string[];
}

const find = (engine: Pool, table: TenantTable, tenantId: string): Promise<readonly Found[]> =>
  searchAtLength<Found>(
    engine,
    `select partition, array_agg(place) as places
       from (select tableoid::regclass::text as partition, ctid::text as place
               from ${table.name}
              where ${table.where}
              limit ${placesAtOnce}) as found
      group by partition`,
    [tenantId],
  );
