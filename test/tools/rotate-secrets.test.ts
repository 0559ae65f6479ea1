import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import { withIdempotency } from '../../src/idempotency/with-idempotency.ts';
import type { Caller } from '../../src/operation.ts';
import { aesSecrets, type Secrets } from '../../src/process/secrets.ts';
import { openSigningSecret, sealSigningSecret } from '../../src/webhooks/signing-secret.ts';
import { rotateSecrets } from '../../tools/rotate-secrets.ts';
import { runCli } from '../cli/cli.ts';
import { runHere } from '../cli/here.ts';
import { contextOfFile } from '../support/context.ts';
import { testDatabase } from '../support/database.ts';
import { caller, endpoint } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
/** What a process of each step of a rotation is given; two steps next to each other run side by side during a rolling restart. */
const steps: readonly Secrets[] = [aesSecrets(oldKey), aesSecrets(oldKey, [newKey]), aesSecrets(newKey, [oldKey])];
const [first, , swapped] = steps as [Secrets, Secrets, Secrets];
const finished = aesSecrets(newKey);

const url = 'https://crm.example.org/hook';

let who: Caller;
const context = await contextOfFile();
beforeEach(async () => {
  await context.db.knex('tenants').delete();
  who = await caller(context);
});

const endpoints = () => context.db.knex('webhook_endpoints').orderBy('id').select('id', 'secret', 'version');
const sealedBy = (secrets: Secrets) => ({ ...context, secrets });
const answer = (secrets: Secrets, key: string) =>
  withIdempotency(
    sealedBy(secrets),
    who,
    { operation: 'createWebhookEndpoint', key, body: {}, about: { requestId: 'test' } },
    async () => ({
      status: 201 as const,
      body: key,
    }),
  );

test('in every step each process opens what any process of that step and its neighbours has sealed', () => {
  for (const [at, secrets] of steps.entries())
    for (const neighbour of steps.slice(Math.max(0, at - 1), at + 2))
      assert.equal(neighbour.open(secrets.seal('text', 'column'), 'column'), 'text');
});

test('seals every signing secret and stored answer anew, in batches, and leaves their text and versions alone', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => endpoint(sealedBy(first), who.tenantId, { url })));
  for (const key of ['a', 'b', 'c']) await answer(first, key);
  const before = await endpoints();
  assert.deepEqual(await rotateSecrets(sealedBy(swapped), { batchSize: 2 }), {
    endpoints: { looked: 5, resealed: 5, unopened: 0 },
    answers: { looked: 3, resealed: 3, unopened: 0 },
  });
  for (const [at, row] of (await endpoints()).entries()) {
    assert.equal(openSigningSecret(finished, row.secret), made.find(({ id }) => id === row.id)?.secret);
    assert.equal(row.version, before[at]?.version);
  }
  assert.equal('rawJson' in (await answer(finished, 'b')), true);
  const again = await rotateSecrets(sealedBy(swapped), { batchSize: 2 });
  assert.deepEqual([again.endpoints.resealed, again.answers.resealed], [0, 0]);
});

test('a secret that is rotated at the same moment stays the new one', async () => {
  const { id } = await endpoint(sealedBy(first), who.tenantId, { url });
  const fresh = sealSigningSecret(first, 'the new one');
  const rotating = await context.db.knex.transaction();
  await rotating('webhook_endpoints').where({ id }).update({ secret: fresh });
  const rotated = rotateSecrets(sealedBy(swapped));
  await until('the row is waited for', async () => (await context.db.knex('pg_locks').where({ granted: false })).length > 0);
  await rotating.commit();
  assert.equal((await rotated).endpoints.resealed, 0);
  assert.deepEqual((await endpoints())[0]?.secret, fresh);
});

test('on a database that takes no writes the command changes nothing, and a sentence says so', async (t) => {
  const { db, url: databaseUrl, close } = await testDatabase();
  t.after(close);
  await db.knex.raw('alter database ?? set default_transaction_read_only = on', [new URL(databaseUrl).pathname.slice(1)]);
  const ran = await runHere(['rotate-secrets'], { env: { DATABASE_URL: databaseUrl, RINGPOST_SECRET_KEY: newKey.toString('base64') } });
  assert.deepEqual([ran.code, ran.stdout], [1, '']);
  assert.match(ran.stderr, /^ringpost: The database takes no writes: it is a replica, or was set read-only\. `ringpost doctor` .*\n$/);
});

test('the command says what no key opens, and fails while there is any', async () => {
  await endpoint(sealedBy(first), who.tenantId, { url });
  await endpoint(sealedBy(aesSecrets(randomBytes(32))), who.tenantId, { url });
  const env = {
    DATABASE_URL: context.databaseUrl,
    RINGPOST_SECRET_KEY: newKey.toString('base64'),
    RINGPOST_SECRET_KEY_OLD: oldKey.toString('base64'),
  };
  const ran = await runCli(['rotate-secrets', '--json'], { env });
  assert.deepEqual([ran.code, JSON.parse(ran.stdout).endpoints], [1, { looked: 2, resealed: 1, unopened: 1 }], ran.stderr);
  const forPeople = await runHere(['rotate-secrets'], { env });
  assert.match(forPeople.stdout, /^signing secrets +2 +0 +1$/m);
});
