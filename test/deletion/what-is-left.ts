import assert from 'node:assert/strict';
import { countedTables, tenantTables } from '../../src/deletion/tenant-tables.ts';
import type { Ringpost } from '../support/ringpost.ts';
import type { LivedIn } from '../tools/moving/two-cells.ts';

/**
 * What a tenant has, by table: how many rows and what they add up to. Columns that differ from cell to cell are left out, and so is
 * what each seals with its own key.
 */
export async function rowsOf({ context }: Ringpost, tenantId: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, where, leftOut = [] } of [...tenantTables, ...countedTables]) {
    const { rows } = await context.db.engine.query<{ sum: string }>(
      `select count(*) || ' rows, ' || coalesce(sum(('x' || left(md5((to_jsonb(t) - $2::text[])::text), 15))::bit(60)::bigint), 0) as sum
         from ${name} t
        where ${where}`,
      [tenantId, [...leftOut, 'secret', 'response']],
    );
    found[name] = rows[0]?.sum ?? '';
  }
  return found;
}

/** By the schema alone, so that a table which the list leaves out shows here. */
export async function tablesWith({ context }: Ringpost, tenantId: string): Promise<readonly string[]> {
  const { knex } = context.db;
  const { rows } = await knex.raw<{ rows: { table: string }[] }>(
    `select distinct table_name as table from information_schema.columns where column_name = 'tenant_id' and table_schema = current_schema()`,
  );
  const found: string[] = [];
  for (const { table } of rows) if (await knex(table).where({ tenant_id: tenantId }).first()) found.push(table);
  return found;
}

export const orphanedAttempts = async ({ context }: Ringpost): Promise<number> =>
  (
    await context.db.engine.query(
      'select 1 from webhook_attempts a where not exists (select 1 from webhook_deliveries d where d.id = a.delivery_id)',
    )
  ).rowCount ?? 0;

/** Of its tenant, as HTTP gives it. */
export async function recordingOf({ publicUrl }: Ringpost, { owner, key, callId }: LivedIn): Promise<string> {
  const response = await fetch(`${publicUrl}/api/v1/public/calls/${callId}`, { headers: { authorization: `Bearer ${key}` } });
  const { call } = (await response.json()) as { call: { recordingUrl: string | null } };
  assert.ok(call.recordingUrl, owner.tenantId);
  return call.recordingUrl;
}

/** More than one batch. */
export const manyContacts = ({ context }: Ringpost, tenantId: string) =>
  context.db.knex.raw(
    `insert into contacts (id, tenant_id, phone, created_at, updated_at)
     select 'con_of_many_' || n, :tenantId, '+1555' || (1000000 + n), now(), now()
       from generate_series(1, 2500) as n`,
    { tenantId },
  );
