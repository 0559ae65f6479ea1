import type { ApiKeyRow } from '../../src/tenants/api-keys.ts';
import type { Move } from './move.ts';

/**
 * Returns the tenant's unexpired keys that name another cell, without their secrets. A router needs their names, since the cell in
 * them would route them elsewhere. Links into the portal and its sessions go by the host.
 */
export async function keysTakenAlong({ source: { db, clock }, destination: { config }, tenantId }: Move): Promise<readonly string[]> {
  const rows: Pick<ApiKeyRow, 'id' | 'mode' | 'cell'>[] = await db
    .knex('api_keys')
    .where({ tenant_id: tenantId, revoked_at: null })
    .where((sql) => sql.whereNull('expires_at').orWhere('expires_at', '>', clock.now()))
    .whereNot({ cell: config.cell })
    .whereIn('mode', ['live', 'test'])
    .orderBy('id')
    .select('id', 'mode', 'cell');
  return rows.map(({ id, mode, cell }) => `rp_${mode}_${cell}_${id.slice('key_'.length)}`);
}
