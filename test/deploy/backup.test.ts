import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { connect } from '../../src/db/connect.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded.ts';
import { placeCluster } from '../../src/db/embedded-place.ts';
import { installation, migrate } from '../../src/db/migrate.ts';
import { openSigningSecret } from '../../src/deliveries/signing-secret.ts';
import { createLog } from '../../src/log.ts';
import { aesSecrets } from '../../src/secrets.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { endpoint, tenant } from '../support/fixtures.ts';

/**
 * deploy/README.md, "To back up, and to restore", with what pg_basebackup does: the files of a running server between the
 * start and the stop of a backup, and the log written meanwhile.
 */

const log = createLog('silent');
const secrets = aesSecrets(randomBytes(32));

async function removeCluster(folder: string, place: { readonly data: string }): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  // As root the cluster may lie outside, where that user can reach it.
  await rm(join(place.data, '..'), { recursive: true, force: true });
}

async function backUp(url: string, data: string, target: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('test', true)");
  await cp(data, target, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
  await meanwhile();
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await cp(join(data, 'pg_wal'), join(target, 'pg_wal'), { recursive: true, force: true });
  await writeFile(join(target, 'backup_label'), rows[0]?.label ?? '');
  await client.end();
}

test('a backup of a running database has all that was committed before it ended, and its secrets open with the key', async (t) => {
  const [from, to] = await Promise.all(['from', 'to'].map((name) => mkdtemp(join(tmpdir(), `ringpost-${name}-`))));
  if (!from || !to) throw new Error('two folders were made');
  const [source, target] = [await placeCluster(from), await placeCluster(to)];
  const base: TestContext = await testContext();
  t.after(async () => {
    await base.close();
    await removeCluster(from, source);
    await removeCluster(to, target);
  });

  const original = await startEmbeddedPostgres({ dataFolder: from, log });
  await migrate(original.url);
  const db = connect({ url: original.url, poolSize: 2, prepared: true });
  const context = { ...base, db, secrets };
  const owner = await tenant(context);
  const before = await endpoint(context, owner.id, { url: 'https://crm.example.org/before' });
  const during: { id: string; secret: string }[] = [];
  await backUp(original.url, source.data, target.data, async () => {
    during.push(await endpoint(context, owner.id, { url: 'https://crm.example.org/during' }));
  });
  await endpoint(context, owner.id, { url: 'https://crm.example.org/after' });
  const { deliveryIdKey } = await installation(db.knex);
  await db.close();
  await original.stop();

  if (target.owner) await giveTo(target.data, target.owner);
  const restored = await startEmbeddedPostgres({ dataFolder: to, log });
  const again = connect({ url: restored.url, poolSize: 2, prepared: true });
  try {
    await migrate(restored.url);
    const rows: { id: string; secret: Buffer }[] = await again.knex('webhook_endpoints').orderBy('id').select('id', 'secret');
    assert.deepEqual(
      rows.map(({ id, secret }) => ({ id, secret: openSigningSecret(secrets, secret) })),
      [before, ...during].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    assert.deepEqual((await installation(again.knex)).deliveryIdKey, deliveryIdKey);
  } finally {
    await again.close();
    await restored.stop();
  }
});

/** Node copies what a file holds, and not whose it is. */
async function giveTo(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): Promise<void> {
  await chmod(path, 0o700);
  await chown(path, uid, gid);
  for (const name of await readdir(path, { recursive: true })) await chown(join(path, name), uid, gid);
}
