import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCli } from '../cli/cli.ts';
import { testContext } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';

test('the commands move a tenant from the database of one cell into that of another', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-moving-'));
  const [old, young] = [await testContext(), await testContext()];
  t.after(async () => {
    await old.close();
    await young.close();
    await rm(folder, { recursive: true, force: true });
  });
  const { id: tenantId } = await tenant(old);
  const { id: keyId } = await apiKey(old, tenantId);
  const file = join(folder, 'a.tenant');
  const secretKey = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
  const inOld = { RINGPOST_ENV: 'sandbox', DATABASE_URL: old.databaseUrl, RINGPOST_SECRET_KEY: secretKey(1) };
  const inYoung = {
    RINGPOST_ENV: 'sandbox',
    DATABASE_URL: young.databaseUrl,
    RINGPOST_CELL: 'c2',
    RINGPOST_SECRET_KEY: secretKey(2),
    RINGPOST_SECRET_KEY_OLD: secretKey(1),
  };

  const frozen = await runCli(['tenant', 'freeze', tenantId], { env: inOld });
  assert.equal(frozen.code, 0, frozen.stderr);
  await old.db
    .knex('tenants')
    .where({ id: tenantId })
    .update({ frozen_at: new Date(0) });
  const exported = await runCli(['tenant', 'export', tenantId, '--to', file], { env: inOld });
  assert.equal(exported.code, 0, exported.stderr);
  assert.match(exported.stdout, /^tenants +1$/m);

  const imported = await runCli(['tenant', 'import', file, '--json'], { env: inYoung });
  assert.equal(imported.code, 0, imported.stderr);
  const { tenant: moved, from, keys, rows } = JSON.parse(imported.stdout);
  assert.deepEqual([moved, from, keys, rows.api_keys], [tenantId, 'c1', [`rp_test_c1_${keyId.slice('key_'.length)}`], 1]);
  const again = await runCli(['tenant', 'import', file], { env: inYoung });
  assert.deepEqual([again.code, again.stderr], [1, `ringpost: This database has a tenant ${tenantId} already. Nothing was imported.\n`]);
});
