import type { PoolClient, QueryArrayResult } from 'pg';
import { planAtLength } from '../../src/deletion/remove-rows.ts';
import type { TenantTable } from '../../src/deletion/tenant-tables.ts';

/**
 * A row as PostgreSQL writes it, with every value as text. Written into a database of the same schema it is identical
 * for every type, since numbers and times never become JavaScript values.
 */
export type RawRow = readonly (string | null)[];

/** Sets the formats in which values are written, for the transaction under way. */
export async function settleFormats(client: PoolClient): Promise<void> {
  await client.query(`
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1`);
  await planAtLength(client);
}

export interface Column {
  readonly name: string;
  readonly type: string;
}

/** Returns the columns that move, in the order of the table. */
export async function movingColumns(client: PoolClient, { name, leftOut = [] }: TenantTable): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type
       from pg_attribute
      where attrelid = $1::regclass
        and attnum > 0
        and not attisdropped
        and attname <> all ($2)
      order by attnum`,
    [name, leftOut],
  );
  return rows;
}

/** Reads rows through a cursor, so that no table is held in memory whole. */
export async function* rawRows(
  client: PoolClient,
  table: TenantTable,
  columns: readonly Column[],
  tenantId: string,
): AsyncGenerator<readonly RawRow[]> {
  const order = table.orderBy ? ` order by ${table.orderBy}` : '';
  await client.query(
    `declare moving no scroll cursor for
      select ${columns.map(({ name }) => `${name}::text`).join(', ')}
        from ${table.name}
       where ${table.where.replaceAll('$1', client.escapeLiteral(tenantId))}${order}`,
  );
  for (;;) {
    const { rows }: QueryArrayResult<(string | null)[]> = await client.query({ text: `fetch ${rowsAtOnce} from moving`, rowMode: 'array' });
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) break;
  }
  await client.query('close moving');
}

/** The batch is small because a transcript may have tens of kilobytes. */
export const rowsAtOnce = 500;

export async function insertRaw(client: PoolClient, table: string, columns: readonly Column[], rows: readonly RawRow[]): Promise<void> {
  const names = columns.map(({ name }) => name).join(', ');
  const placeholders = columns.map((_column, at) => `$${at + 1}::text[]`).join(', ');
  const values = columns.map(({ name, type }) => `row.${name}::${type}`).join(', ');
  await client.query(
    `insert into ${table} (${names})
     select ${values}
       from unnest(${placeholders}) with ordinality as row (${names}, index)
      order by index`,
    columns.map((_column, at) => rows.map((row) => row[at] ?? null)),
  );
}

/** The number of a tenant's rows in a table, and a sum over their content that does not depend on their order. */
export interface Fingerprint {
  readonly rows: number;
  readonly checksum: string;
}

/** Returns the fingerprint. Sealed columns are left out, since each cell seals them with its own key. */
export async function fingerprint(
  client: PoolClient,
  table: TenantTable,
  columns: readonly Column[],
  tenantId: string,
): Promise<Fingerprint> {
  const compared = columns.filter(({ name }) => name !== table.sealed?.column).map(({ name }) => `${name}::text`);
  const { rows } = await client.query<{ rows: number; checksum: string }>(
    `select count(*)::integer as rows,
            coalesce(sum(('x' || left(encode(sha256(convert_to(array[${compared.join(', ')}]::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text as checksum
       from ${table.name}
      where ${table.where}`,
    [tenantId],
  );
  const [found] = rows;
  if (!found) throw new Error(`${table.name} could not be counted.`);
  return found;
}
