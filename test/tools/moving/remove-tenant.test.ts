import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportTenant } from '../../../tools/moving/export-tenant.ts';
import { freezeTenant } from '../../../tools/moving/freeze.ts';
import { handTenantOver } from '../../../tools/moving/hand-over.ts';
import { importTenant } from '../../../tools/moving/import-tenant.ts';
import { fingerprint, movingColumns } from '../../../tools/moving/raw-rows.ts';
import { removeTenant } from '../../../tools/moving/remove-tenant.ts';
import { countedTables, tenantTables } from '../../../tools/moving/tenant-tables.ts';
import { tenant } from '../../support/fixtures.ts';
import type { Ringpost } from '../../support/ringpost.ts';
import { type LivedIn, livedIn, type TwoCells, twoCellsForAll } from './two-cells.ts';

let cells: TwoCells;
let source: Ringpost;
let destination: Ringpost;

twoCellsForAll((made) => {
  cells = made;
  ({ source, destination } = made);
});

const remove = (tenantId: string, recordings: 'keep' | 'remove' = 'keep', { context } = source) =>
  removeTenant(context, tenantId, { recordings });

async function handedOver(tenantId: string): Promise<void> {
  await cells.frozen(tenantId);
  await cells.exported(tenantId, cells.newFile());
  await handTenantOver(source.context, tenantId);
}

/** What a tenant has, by table: how many rows and what they add up to. */
async function rowsOf(tenantId: string, { context } = source): Promise<Record<string, string>> {
  const client = await context.db.engine.connect();
  try {
    const found: Record<string, string> = {};
    for (const table of [...tenantTables, ...countedTables]) {
      const { rows, checksum } = await fingerprint(client, table, await movingColumns(client, table), tenantId);
      found[table.name] = `${rows} rows, ${checksum}`;
    }
    return found;
  } finally {
    client.release();
  }
}

/** By the schema alone, so that a table which the list leaves out shows here. */
async function tablesWith(tenantId: string): Promise<readonly string[]> {
  const { knex } = source.context.db;
  const { rows } = await knex.raw<{ rows: { table: string }[] }>(
    `select distinct table_name as table from information_schema.columns where column_name = 'tenant_id' and table_schema = current_schema()`,
  );
  const found: string[] = [];
  for (const { table } of rows) if (await knex(table).where({ tenant_id: tenantId }).first()) found.push(table);
  return found;
}

const orphanedAttempts = async (): Promise<number> =>
  (
    await source.context.db.engine.query(
      'select 1 from webhook_attempts a where not exists (select 1 from webhook_deliveries d where d.id = a.delivery_id)',
    )
  ).rowCount ?? 0;

/** Of its tenant, as HTTP gives it. */
async function recordingOf({ owner, key, callId }: LivedIn): Promise<string> {
  const response = await fetch(`${source.publicUrl}/api/v1/public/calls/${callId}`, { headers: { authorization: `Bearer ${key}` } });
  const { call } = (await response.json()) as { call: { recordingUrl: string | null } };
  assert.ok(call.recordingUrl, owner.tenantId);
  return call.recordingUrl;
}

test('nothing of the tenant is left, in any table or the store, and nothing of another is touched', async () => {
  const [gone, neighbour] = [await livedIn(source), await livedIn(source)];
  const [{ owner }, { tenantId: neighbourId }] = [gone, neighbour.owner];
  const { tenantId } = owner;
  const [itsRecording, neighboursRecording] = [await recordingOf(gone), await recordingOf(neighbour)];
  // More than one batch.
  await source.context.db.knex.raw(
    `insert into contacts (id, tenant_id, phone, created_at, updated_at)
     select 'con_of_many_' || n, :tenantId, '+1555' || (1000000 + n), now(), now()
       from generate_series(1, 2500) as n`,
    { tenantId },
  );
  await handedOver(tenantId);
  const before = await rowsOf(neighbourId);
  assert.ok((await tablesWith(tenantId)).length >= 12);

  const { rows, recordings } = await remove(tenantId, 'remove');
  assert.deepEqual([rows.get('contacts'), rows.get('tenants'), recordings], [2501, 1, 1]);
  assert.deepEqual(await tablesWith(tenantId), []);
  assert.deepEqual(
    Object.values(await rowsOf(tenantId)).filter((found) => found !== '0 rows, 0'),
    [],
  );
  assert.equal(await orphanedAttempts(), 0);
  assert.equal((await fetch(itsRecording)).status, 404);
  assert.deepEqual(await rowsOf(neighbourId), before);
  assert.equal((await fetch(neighboursRecording)).status, 200);
  await assert.rejects(remove(tenantId), /no tenant/);
});

test('recordings that are kept can be read by the cell that shares the store', async () => {
  const kept = await livedIn(source);
  const recording = await recordingOf(kept);
  await handedOver(kept.owner.tenantId);
  const { recordings } = await remove(kept.owner.tenantId, 'keep');
  assert.equal(recordings, 0);
  assert.equal((await fetch(recording)).status, 200);
});

test('only a copy is removed: one that was handed over, or one that was imported and never unfrozen', async () => {
  await assert.rejects(remove('ten_nobody'), /no tenant ten_nobody/);
  const { id } = await tenant(source.context);
  await assert.rejects(remove(id), /is not frozen: it lives here/);
  await freezeTenant(source.context, id);
  await assert.rejects(remove(id), /is frozen and lives here/);
  await cells.frozen(id);
  const file = cells.newFile();
  await exportTenant(source.context, id, { path: file, to: 'c2' });
  await assert.rejects(remove(id), /was exported and not handed over/);
  await importTenant(cells.importing, file);
  await remove(id, 'keep', destination);
  assert.equal(await destination.context.db.knex('tenants').where({ id }).first(), undefined);
  assert.ok(await source.context.db.knex('tenants').where({ id }).first());
});

test('one that is half removed is good for nothing but the rest of its removal', async () => {
  const { owner } = await livedIn(source);
  const { tenantId } = owner;
  await handedOver(tenantId);
  const { recordings } = source.context;
  const failing = { ...recordings, remove: () => Promise.reject(new Error('the store is away')) };
  await assert.rejects(removeTenant({ ...source.context, recordings: failing }, tenantId, { recordings: 'remove' }), /the store is away/);
  await assert.rejects(cells.exported(tenantId, cells.newFile()), /is being removed here/);
  await assert.rejects(handTenantOver(source.context, tenantId), /is being removed here/);
  assert.equal((await remove(tenantId, 'remove')).recordings, 1);
  assert.deepEqual(await tablesWith(tenantId), []);
});
