import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { environmentConfig } from '../../src/process/environment-config.ts';
import { aesSecrets } from '../../src/process/secrets.ts';
import { requireSecretKey } from '../../src/webhooks/require-secret-key.ts';
import { runCli } from '../cli/cli.ts';
import { contextFor } from '../support/context.ts';
import { endpoint, tenant } from '../support/fixtures.ts';
import { folderFor } from '../support/folder.ts';

/** A process that could sign no delivery does not begin to serve. */

test('a start is refused with a key that does not open the newest signing secret', async (t) => {
  const sealing = randomBytes(32);
  const context = await contextFor(t, { secrets: aesSecrets(sealing) });
  const { knex } = context.db;
  const other = randomBytes(32);
  await requireSecretKey(knex, aesSecrets(other));
  await endpoint(context, (await tenant(context)).id, { url: 'http://127.0.0.1:9/' });
  await requireSecretKey(knex, context.secrets);
  await requireSecretKey(knex, aesSecrets(other, [sealing]));

  const { code, stderr } = await runCli(['serve'], {
    env: { DATABASE_URL: context.databaseUrl, RINGPOST_SECRET_KEY: other.toString('base64'), PORT: '0', OPERATOR_PORT: '0' },
  });
  assert.equal(code, 2);
  assert.match(stderr, /^ringpost: RINGPOST_SECRET_KEY does not open the signing secrets in the database\. Give the key/);
});

test('secrets that were kept beside a database are not replaced when their file is missing', (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'secrets.json');
  const at = (env: Readonly<Record<string, string>> = {}) => environmentConfig({ RINGPOST_DATA_FOLDER: folder, ...env });
  const { secretKey } = at();
  assert.deepEqual(at().secretKey, secretKey);

  mkdirSync(join(folder, 'postgres'));
  rmSync(file);
  assert.throws(() => at(), /secrets\.json is missing, and the database beside it was sealed with its key/);
  assert.equal(existsSync(file), false);
  assert.deepEqual(at({ RINGPOST_SECRET_KEY: secretKey.toString('base64') }).secretKey, secretKey);
});
