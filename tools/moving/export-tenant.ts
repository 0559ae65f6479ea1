import type { PoolClient } from 'pg';
import type { Context } from '../../src/context.ts';
import { appliedMigrations } from '../../src/db/migrate.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { tenantTables } from '../../src/deletion/tenant-tables.ts';
import { holdDeliveries } from './freeze.ts';
import { hashOfCode, newHandOverCode } from './hand-over.ts';
import { MovingError, noTenant } from './moving-error.ts';
import { lockMovingState, type MovingState, mustBeWhole } from './moving-state.ts';
import { fingerprint, movingColumns, rawRows, settleFormats } from './raw-rows.ts';
import { type Header, type Line, mustBeNew, writeTenantFile } from './tenant-file.ts';
import { underWay } from './under-way.ts';

/**
 * Writes everything that a frozen tenant has into a file, as of one moment. Waiting deliveries are held back first, so
 * that none goes out from this cell while the other may already send it. Unfreezing the tenant releases them.
 */
export async function exportTenant(context: ExportContext, tenantId: string, { path, to }: ExportOptions): Promise<Moved> {
  await mustBeNew(path);
  const code = await prepare(context, tenantId, to);
  await holdDeliveries(context, tenantId);
  const client = await context.db.engine.connect();
  const write = async (): Promise<Moved> => {
    await settleFormats(client);
    await mustBeQuiet(client, tenantId, context.clock.realNow());
    const header = await headerFor(context, client, { tenantId, to, code });
    const rows = new Map<string, number>();
    await writeTenantFile(path, linesOf(client, header, rows));
    return { header, rows };
  };
  try {
    const moved = await inTransaction(client, write, 'begin isolation level repeatable read read only');
    await markExported(context, tenantId, code);
    return moved;
  } finally {
    client.release();
  }
}

type ExportContext = Pick<Context, 'db' | 'clock' | 'secrets'> & { readonly config: Pick<Context['config'], 'cell'> };

export interface ExportOptions {
  readonly path: string;
  /** Names the cell that the tenant goes to. */
  readonly to: string;
}

export interface Moved {
  readonly header: Header;
  /** Holds the number of rows by table. */
  readonly rows: ReadonlyMap<string, number>;
}

/** Processes trust a cached key for three seconds. A request admitted before that is answered well within the rest. */
const leastFrozenMs = 30_000;

/**
 * Returns the code of this export. Each export has its own until one is handed over; after that a new file for the same
 * cell may replace the old one.
 */
async function prepare({ db, clock, config }: ExportContext, tenantId: string, to: string): Promise<string> {
  if (to === config.cell) throw new MovingError(`This is the cell ${to}: name the one that the tenant goes to.`);
  return db.knex.transaction(async (trx) => {
    const state = await lockMovingState(trx, tenantId);
    mustBeWhole(state, tenantId);
    mustBeFrozen(state, tenantId, clock.realNow());
    mustLiveHere(state, tenantId, to);
    if (state.handed_over_at !== null && state.hand_over_code !== null) return state.hand_over_code;
    const code = newHandOverCode();
    await trx('tenants').where({ id: tenantId }).update({ moving_to: to, hand_over_code: code, exported_at: null });
    return code;
  });
}

function mustBeFrozen({ frozen_at }: MovingState, tenantId: string, realNow: Date): void {
  if (frozen_at === null) throw new MovingError(`${tenantId} is not frozen: ringpost tenant freeze ${tenantId}`);
  const waitMs = frozen_at.getTime() + leastFrozenMs - realNow.getTime();
  if (waitMs > 0)
    throw new MovingError(
      `${tenantId} was frozen a moment ago, and requests may be under way: try again in ${Math.ceil(waitMs / 1_000)} s.`,
    );
}

/**
 * Throws unless the tenant lives here. A tenant that was handed over to the same cell may be exported again, since the
 * copy may be lost before it is unfrozen there.
 */
function mustLiveHere({ awaited_code, handed_over_at, moving_to }: MovingState, tenantId: string, to: string): void {
  if (awaited_code !== null)
    throw new MovingError(`${tenantId} has been imported and not unfrozen: it lives in the cell that it came from.`);
  if (handed_over_at !== null && moving_to !== to)
    throw new MovingError(`${tenantId} was handed over to the cell ${moving_to}, and can be exported for no other.`);
}

async function markExported({ db, clock }: ExportContext, tenantId: string, code: string): Promise<void> {
  const marked = await db.knex('tenants').where({ id: tenantId, hand_over_code: code }).update({ exported_at: clock.realNow() });
  if (marked === 0) throw new MovingError(`${tenantId} was unfrozen or exported again meanwhile: this file is good for nothing.`);
}

async function mustBeQuiet(client: PoolClient, tenantId: string, realNow: Date): Promise<void> {
  const found = await underWay(client, tenantId, realNow);
  if (found.length === 0) return;
  const list = found.map(({ what, count }) => `${count} ${what}`).join(', ');
  throw new MovingError(`${tenantId} has something under way still: ${list}. Try again when it has ended.`);
}

async function headerFor(
  { secrets, clock, config }: ExportContext,
  client: PoolClient,
  { tenantId, to, code }: { readonly tenantId: string; readonly to: string; readonly code: string },
): Promise<Header> {
  const { rows } = await client.query<{ key: Buffer; from: string | null; to: string | null }>(
    `select coalesce(delivery_id_key, (select delivery_id_key from installation)) as key,
            (select min(id::text) from webhook_deliveries where tenant_id = $1) as from,
            (select max(id::text) from webhook_deliveries where tenant_id = $1) as to
       from tenants
      where id = $1`,
    [tenantId],
  );
  const [found] = rows;
  if (!found) throw noTenant(tenantId);
  return {
    ringpost: 'tenant',
    format: 1,
    tenant: tenantId,
    cell: config.cell,
    to,
    awaitedCode: hashOfCode(code).toString('hex'),
    exportedAt: clock.realNow().toISOString(),
    migrations: await appliedMigrations(client),
    deliveryIdKey: secrets.seal(found.key.toString('hex'), deliveryIdKeyPurpose).toString('base64'),
    weeks: found.from !== null && found.to !== null ? { from: timeIn(found.from), to: timeIn(found.to) } : null,
  };
}

export const deliveryIdKeyPurpose = 'tenants.delivery_id_key';

const timeIn = (uuid: string): string => new Date(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toISOString();

async function* linesOf(client: PoolClient, header: Header, counted: Map<string, number>): AsyncGenerator<Line> {
  yield header;
  for (const table of tenantTables) {
    const columns = await movingColumns(client, table);
    yield { table: table.name, columns: columns.map(({ name }) => name) };
    for await (const rows of rawRows(client, table, columns, header.tenant)) yield* rows;
    const found = await fingerprint(client, table, columns, header.tenant);
    counted.set(table.name, found.rows);
    yield { endOf: table.name, ...found };
  }
  yield { end: true };
}
