import type { PoolClient } from 'pg';
import type { Context } from '../../src/context.ts';
import { appliedMigrations } from '../../src/db/migrate.ts';
import { ensurePartitions } from '../../src/db/partitions.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { type TenantTable, tenantTables } from '../../src/deletion/tenant-tables.ts';
import { appendChanges } from '../../src/deliveries/delivery-counts.ts';
import type { Secrets } from '../../src/process/secrets.ts';
import { deliveryIdKeyPurpose, type Moved } from './export-tenant.ts';
import { MovingError } from './moving-error.ts';
import { type Column, fingerprint, insertRaw, movingColumns, type RawRow, rowsAtOnce, settleFormats } from './raw-rows.ts';
import { type Header, headerOf, type Line, readTenantFile } from './tenant-file.ts';

/**
 * Imports a tenant from its file, all or nothing. Rows are counted and summed in the database before the commit. The
 * tenant comes in frozen. Sealed values are sealed again with this cell's key, which needs the other cell's key among
 * its old ones.
 */
export async function importTenant({ db, secrets, config }: ImportContext, path: string): Promise<Moved> {
  const lines = readTenantFile(path);
  const header = headerOf((await lines.next()).value);
  const client = await db.engine.connect();
  try {
    await mustFit(client, header, config.cell);
    // Partitions are made outside the transaction, so that other requests for a week do not wait for its end.
    if (header.weeks) await ensurePartitions(db.knex, new Date(header.weeks.from), new Date(header.weeks.to));
    return await inTransaction(client, async () => {
      await settleFormats(client);
      const rows = new Map<string, number>();
      for (const table of tenantTables) rows.set(table.name, await importTable({ client, secrets, lines, header }, table));
      const { value: last } = await lines.next();
      if (last === undefined || !('end' in last)) throw broken('its end is missing');
      await client.query(countStatement, [header.tenant]);
      await keepOwn(client, secrets, header);
      return { header, rows };
    });
  } finally {
    client.release();
    await lines.return(undefined);
  }
}

type ImportContext = Pick<Context, 'db' | 'secrets'> & { readonly config: Pick<Context['config'], 'cell'> };

const broken = (why: string): MovingError => new MovingError(`The file is not whole or was changed: ${why}. Nothing was imported.`);

async function mustFit(client: PoolClient, header: Header, cell: string): Promise<void> {
  if (header.to !== cell) throw new MovingError(`The file is for the cell ${header.to}, and this is ${cell} (RINGPOST_CELL).`);
  const migrations = await appliedMigrations(client);
  if (JSON.stringify(migrations) !== JSON.stringify(header.migrations))
    throw new MovingError(
      `The file is of a database at ${header.migrations.at(-1)}, and this one is at ${migrations.at(-1)}. Both cells must run one version.`,
    );
  const { rowCount } = await client.query('select 1 from tenants where id = $1', [header.tenant]);
  if (rowCount) throw new MovingError(`This database has a tenant ${header.tenant} already. Nothing was imported.`);
  const taken = await client.query('select 1 from taken_hand_over_codes where code_hash = $1', [codeAwaitedBy(header)]);
  if (taken.rowCount)
    throw new MovingError(
      `${header.tenant} has come here by this file before, and was unfrozen: it is older than what became of it since.`,
    );
}

interface Import {
  readonly client: PoolClient;
  readonly secrets: Secrets;
  readonly lines: AsyncGenerator<Line>;
  readonly header: Header;
}

/** Imports a table and returns its number of rows. */
async function importTable({ client, secrets, lines, header }: Import, table: TenantTable): Promise<number> {
  const columns = await movingColumns(client, table);
  await expectTable(lines, table, columns);
  const sealAnew = sealerFor(secrets, table, columns);
  const end = await readRows(lines, table, columns, (rows) => insertRaw(client, table.name, columns, rows.map(sealAnew)));
  if (!('endOf' in end) || end.endOf !== table.name) throw broken(`${table.name} has no end`);
  const found = await fingerprint(client, table, columns, header.tenant);
  if (end.rows !== found.rows || end.checksum !== found.checksum)
    throw broken(`${table.name} has ${found.rows} rows with the sum ${found.checksum}, and should have ${end.rows} with ${end.checksum}`);
  return found.rows;
}

/** Passes the rows on in batches. Resolves with the line that follows them. */
async function readRows(
  lines: AsyncGenerator<Line>,
  { name }: TenantTable,
  { length: values }: readonly Column[],
  insert: (rows: readonly RawRow[]) => Promise<void>,
): Promise<Exclude<Line, RawRow>> {
  let batch: RawRow[] = [];
  for (;;) {
    const { value: line } = await lines.next();
    if (line === undefined) throw broken(`it ends within ${name}`);
    const isEnd = !isRow(line);
    if (!isEnd && line.length !== values) throw broken(`a row of ${name} has ${line.length} values`);
    if (!isEnd) batch.push(line);
    if (batch.length === rowsAtOnce || (isEnd && batch.length > 0)) {
      await insert(batch);
      batch = [];
    }
    if (isEnd) return line;
  }
}

const isRow = (line: Line): line is RawRow => Array.isArray(line);

async function expectTable(lines: AsyncGenerator<Line>, { name }: TenantTable, columns: readonly Column[]): Promise<void> {
  const { value: line } = await lines.next();
  if (line === undefined || !('table' in line) || line.table !== name) throw broken(`${name} is missing`);
  if (JSON.stringify(line.columns) !== JSON.stringify(columns.map((column) => column.name))) throw broken(`${name} has other columns`);
}

/** Returns a function that seals a row with this cell's key. */
function sealerFor(secrets: Secrets, { name, sealed }: TenantTable, columns: readonly Column[]): (row: RawRow) => RawRow {
  if (!sealed) return (row) => row;
  const index = columns.findIndex((column) => column.name === sealed.column);
  return (row) => {
    const text = row[index];
    if (text === null || text === undefined) return row;
    const value = (column: string): string => row[columns.findIndex((candidate) => candidate.name === column)] ?? '';
    const anew = openly(`${name}.${sealed.column}`, () => sealed.reseal(secrets, value, Buffer.from(text.slice('\\x'.length), 'hex')));
    return anew === null ? row : row.with(index, `\\x${anew.toString('hex')}`);
  };
}

function openly<T>(what: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw new MovingError(
      `No key opens ${what} of the file: give the other cell's RINGPOST_SECRET_KEY in RINGPOST_SECRET_KEY_OLD. Nothing was imported.`,
      { cause: error },
    );
  }
}

/** Adds deliveries of periods that this cell has counted already. It will count the others itself. */
const countStatement = appendChanges({ rows: 'webhook_deliveries where tenant_id = $1', was: 'null', became: 'status' });

const codeAwaitedBy = ({ awaitedCode }: Header): Buffer => Buffer.from(awaitedCode, 'hex');

/**
 * Keeps the fields of a tenant's row that each cell has for itself: the code that it waits for, and the key of its
 * delivery ids. With the same key, an event from before the move that is published again makes the same delivery.
 */
async function keepOwn(client: PoolClient, secrets: Secrets, header: Header): Promise<void> {
  const key = openly('the delivery id key', () => secrets.open(Buffer.from(header.deliveryIdKey, 'base64'), deliveryIdKeyPurpose));
  await client.query(
    `update tenants
        set awaited_code = $3,
            delivery_id_key = nullif(decode($2, 'hex'), (select delivery_id_key from installation))
      where id = $1`,
    [header.tenant, key, codeAwaitedBy(header)],
  );
}
