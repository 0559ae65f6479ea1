import type { Context } from '../context.ts';
import { mayTakeLong } from '../db/silent-sessions.ts';
import type { Config } from '../process/config.ts';
import { mayLieInStore } from '../recordings/recordings.ts';
import { removeRecordedCalls } from '../recordings/remove-recorded-calls.ts';
import { removeRows } from './remove-rows.ts';
import { countedTables, type TenantTable, tenantTables } from './tenant-tables.ts';

/**
 * Removes everything that the cell has of a tenant: recordings, the rows of every table, and its keys in Redis. It
 * works in small transactions. An interrupted removal continues when it runs again. The tenant's own row goes last, so
 * that an incomplete removal is recognised. It stays with the calls whose recordings the store does not remove, and the first reason is thrown.
 */
export async function removeAllOf(context: RemovalContext, tenantId: string, { recordings }: RemovalOptions): Promise<Removed> {
  const recorded = recordings === 'remove' ? await removeRecordedCalls(context, tenantId) : { calls: 0, recordings: 0, errors: [] };
  const rows = new Map([['calls', recorded.calls]]);
  const tables = [...tenantTables, ...countedTables]
    .filter(({ name }) => name !== 'tenants')
    .map((table) => (recordings === 'remove' && table.name === 'calls' ? withoutRecording(table) : table));
  // The sweep repeats until nothing is found: a text may still arrive for the tenant's number, and another process may
  // fold its delivery counts or change a row that was found.
  while ((await sweep(context, tables, tenantId, rows)) > 0);
  if (context.config.redisUrl) await forgetIn(context.config.redisUrl, tenantId);
  if (recorded.errors.length > 0) throw recorded.errors[0];
  await context.db.knex.transaction(async (trx) => {
    // PostgreSQL searches every table for references, and some have no index for that.
    await mayTakeLong(await trx.client.acquireConnection());
    // The lock waits for a process that was counting the tenant's deliveries when the last of them went. Days go last: a trigger
    // subtracts the counts that are deleted from them.
    await trx.raw('lock table webhook_delivery_counts in share row exclusive mode');
    for (const { name } of countedTables.toReversed()) await trx(name).where({ tenant_id: tenantId }).delete();
    rows.set('tenants', await trx('tenants').where({ id: tenantId }).delete());
  });
  return { rows, recordings: recorded.recordings };
}

/** The client of Redis is loaded only where there is a Redis. One that cannot be asked keeps no tenant: what it has of one expires. */
async function forgetIn(redisUrl: string, tenantId: string): Promise<void> {
  const { forgetPace } = await import('../pacing/redis-pacing.ts');
  await forgetPace(redisUrl, tenantId).catch(() => {});
}

export type RemovalContext = Pick<Context, 'db' | 'clock' | 'recordings'> & { readonly config: Pick<Config, 'redisUrl'> };

export interface RemovalOptions {
  /** Is `keep` if the tenant's new cell reads the recordings from the same store. */
  readonly recordings: 'keep' | 'remove';
}

export interface Removed {
  /** Holds the number of rows that this run removed, by table. */
  readonly rows: ReadonlyMap<string, number>;
  readonly recordings: number;
}

const withoutRecording = (calls: TenantTable): TenantTable => ({ ...calls, where: `${calls.where} and not ${mayLieInStore}` });

/** Removes rows before the rows that they refer to, and returns how many it has found. */
async function sweep(
  context: RemovalContext,
  tables: readonly TenantTable[],
  tenantId: string,
  removed: Map<string, number>,
): Promise<number> {
  let found = 0;
  for (const table of tables.toReversed()) {
    const rows = await removeRows(context.db.engine, table, tenantId);
    removed.set(table.name, (removed.get(table.name) ?? 0) + rows.removed);
    found += rows.found;
  }
  return found;
}
