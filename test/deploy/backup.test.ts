import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { assembleContext } from '../../src/assemble-context.ts';
import { reconcileOnce } from '../../src/calls/reconcile.ts';
import { connect } from '../../src/db/connect.ts';
import { migrate, readInstallation } from '../../src/db/migrate.ts';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { createWake } from '../../src/dispatch/wake.ts';
import { silentCallMs } from '../../src/process/limits.ts';
import { createLog } from '../../src/process/log.ts';
import { aesSecrets } from '../../src/process/secrets.ts';
import { openSigningSecret } from '../../src/webhooks/signing-secret.ts';
import { storedSecrets } from '../../tools/doctor/stored-secrets.ts';
import { startEmbeddedPostgres } from '../../tools/embedded/postgres.ts';
import { placeCluster } from '../../tools/embedded/postgres-place.ts';
import { onlyCall, placed, readyToCall } from '../calls/calling.ts';
import { telling } from '../calls/telling.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { providerCallId } from '../support/fake-voice.ts';
import { endpoint, trigger } from '../support/fixtures.ts';
import { receiver } from '../support/receiver.ts';

/**
 * deploy/README.md, "To back up, and to restore", with what pg_basebackup does: the files of a running server between the
 * start and the stop of a backup, and the log written meanwhile.
 */

const log = createLog('silent');
const secretKey = randomBytes(32);
const secrets = aesSecrets(secretKey);

async function removeCluster(folder: string, place: { readonly data: string }): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  // As root the cluster may lie outside, where that user can reach it.
  await rm(join(place.data, '..'), { recursive: true, force: true });
}

/** A running server deletes files while they are copied. They are not needed, since the write-ahead log has their changes. */
async function copyRunning(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyRunning(source, target);
    else if (entry.name !== 'postmaster.pid') await copyFile(source, target).catch(unlessGone);
  }
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function backUp(url: string, data: string, target: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('test', true)");
  await copyRunning(data, target);
  await meanwhile();
  const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await copyRunning(join(data, 'pg_wal'), join(target, 'pg_wal'));
  await writeFile(join(target, 'backup_label'), rows[0]?.label ?? '');
  await client.end();
}

/** The service's verbs on that database, with the key of the installation and nothing left in memory. */
async function serviceOn(base: TestContext, db: TestContext['db']): Promise<TestContext> {
  const wake = createWake(base.pacing);
  return assembleContext({ ...base, db, secrets, wake, installation: await readInstallation(db.knex) });
}

test('after a restore secrets open, calls are asked after, and what was sent since goes out again under its id', async (t) => {
  const [from, to] = await Promise.all(['from', 'to'].map((name) => mkdtemp(join(tmpdir(), `ringpost-${name}-`))));
  if (!from || !to) throw new Error('two folders were made');
  const [source, target] = [await placeCluster(from), await placeCluster(to)];
  const base: TestContext = await testContext();
  const crm = await receiver();
  t.after(async () => {
    await crm.close();
    await base.close();
    await removeCluster(from, source);
    await removeCluster(to, target);
  });

  const original = await startEmbeddedPostgres({ dataFolder: from, log });
  await migrate(original.url);
  const db = connect({ url: original.url, poolSize: 2, prepared: true });
  const context = await serviceOn(base, db);
  const ready = await readyToCall(context);
  const { tenantId } = ready.who;
  const before = await endpoint(context, tenantId, { url: crm.url });
  await trigger(context, tenantId, before.id);
  const call = await placed(context, ready);
  const during: { id: string; secret: string }[] = [];
  await backUp(original.url, source.data, target.data, async () => {
    during.push(await endpoint(context, tenantId, { url: 'https://crm.example.org/during' }));
    await publish(context, event(context, tenantId));
  });
  await endpoint(context, tenantId, { url: 'https://crm.example.org/after' });
  await deliver(context);
  assert.equal(crm.received.length, 1);
  const { deliveryIdKey } = await readInstallation(db.knex);
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
    assert.ok((await readInstallation(again.knex)).deliveryIdKey.equals(deliveryIdKey));

    const service = await serviceOn(base, again);
    base.clock.advance(silentCallMs / 1_000);
    await deliver(service);
    const [first, second, ...more] = crm.received.map(({ headers, body }) => ({
      id: headers['x-webhook-delivery-id'],
      body: String(body),
    }));
    assert.ok(first?.id);
    assert.deepEqual([second, more], [first, []]);

    const asked: string[] = [];
    base.voice.onSnapshot = (asksAfter) => {
      asked.push(asksAfter.providerCallId);
      return { kind: 'events', events: [telling(call.id, base.clock.realNow()).ended('no_answer', 'customer-did-not-answer')] };
    };
    await reconcileOnce(service);
    assert.deepEqual(asked, [providerCallId(call.id)]);
    assert.equal((await onlyCall(service)).status, 'no_answer');

    const statesWith = async (secretKey: Buffer) =>
      (await storedSecrets({ engine: again.engine }, { secretKey, oldSecretKeys: [] })).map(({ state }) => state);
    assert.deepEqual(await statesWith(secretKey), ['good']);
    assert.deepEqual(await statesWith(randomBytes(32)), ['fault']);
  } finally {
    await again.close();
    await restored.stop();
  }
});

async function deliver(context: TestContext): Promise<void> {
  const dispatcher = startDispatcher(context);
  await dispatcher.deliverOnce();
  await dispatcher.stop(0);
}

/** Node copies what a file holds, and not whose it is. */
async function giveTo(path: string, { uid, gid }: { readonly uid: number; readonly gid: number }): Promise<void> {
  await chmod(path, 0o700);
  await chown(path, uid, gid);
  for (const name of await readdir(path, { recursive: true })) await chown(join(path, name), uid, gid);
}
