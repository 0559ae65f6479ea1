import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext as NodeTest, test } from 'node:test';
import { run } from '../../../cli/run.ts';
import { type Ran, runCli, startCli } from '../../cli/cli.ts';
import { type TestContext, testContext } from '../../support/context.ts';
import { emptyDatabase, testDatabase } from '../../support/database.ts';
import { apiKey, tenant } from '../../support/fixtures.ts';
import { until } from '../../support/until.ts';

type Settings = Readonly<Record<string, string>>;

/** Two cells, and the settings of each as its operators have them. */
let folder: string;
let source: TestContext;
let destination: TestContext;
let inOld: Settings;
let inYoung: Settings;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringpost-moving-'));
  [source, destination] = await Promise.all([testContext(), testContext()]);
  const secretKey = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
  const settings = ({ databaseUrl }: TestContext) => ({ RINGPOST_ENV: 'sandbox', DATABASE_URL: databaseUrl, REDIS_URL: '' });
  inOld = { ...settings(source), RINGPOST_SECRET_KEY: secretKey(1) };
  inYoung = {
    ...settings(destination),
    RINGPOST_CELL: 'c2',
    RINGPOST_SECRET_KEY: secretKey(2),
    RINGPOST_SECRET_KEY_OLD: secretKey(1),
  };
});
after(async () => {
  await source.close();
  await destination.close();
  await rm(folder, { recursive: true, force: true });
});

const told = ({ code, stdout, stderr }: Ran): string => {
  assert.equal(code, 0, stderr);
  return stdout;
};

/** In this process, which costs a tenth of one of its own; the journeys below have processes of their own. */
async function refused(t: NodeTest, env: Settings, args: readonly string[], why: RegExp, exitCode = 1): Promise<void> {
  const before = { ...process.env };
  const written = t.mock.method(process.stderr, 'write', () => true);
  try {
    Object.assign(process.env, env);
    const code = await run(['tenant', ...args]);
    const stderr = written.mock.calls.map(({ arguments: [text] }) => text).join('');
    assert.match(stderr, why, args.join(' '));
    assert.doesNotMatch(stderr, /^ +at /m, 'no stack for whoever typed it');
    assert.equal(code, exitCode, stderr);
  } finally {
    written.mock.restore();
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

const freezeLongAgo = (tenantId: string): Promise<unknown> =>
  source.db
    .knex('tenants')
    .where({ id: tenantId })
    .update({ frozen_at: new Date(0) });

test('the commands move a tenant from the database of one cell into that of another, and remove what it leaves', async (t) => {
  const { id: tenantId } = await tenant(source);
  const { id: keyId } = await apiKey(source, tenantId);
  const file = join(folder, 'a.tenant');
  const ask = async (env: Settings, ...args: readonly string[]): Promise<string> => told(await runCli(['tenant', ...args], { env }));

  await ask(inOld, 'freeze', tenantId);
  await freezeLongAgo(tenantId);
  assert.match(await ask(inOld, 'export', tenantId, '--cell', 'c2', '--to', file), /^tenants +1$/m);
  const imported = JSON.parse(await ask(inYoung, 'import', file, '--json'));
  assert.deepEqual(
    [imported.tenant, imported.from, imported.to, imported.keys, imported.rows.api_keys],
    [tenantId, 'c1', 'c2', [`rp_test_c1_${keyId.slice('key_'.length)}`], 1],
  );
  await refused(
    t,
    inYoung,
    ['import', file],
    new RegExp(`^ringpost: This database has a tenant ${tenantId} already. Nothing was imported.\n$`),
  );
  await refused(t, inYoung, ['unfreeze', tenantId], /ringpost tenant hand-over ten_\w+ there tells the --code/);
  await refused(t, inOld, ['unfreeze', tenantId], /was exported for the cell c2 on .*--move-abandoned/);
  const [, code = ''] = /^code +(\w{26})$/m.exec(await ask(inOld, 'hand-over', tenantId)) ?? [];
  await refused(t, inYoung, ['unfreeze', tenantId, '--code', 'x'], /This is not the code/);
  assert.deepEqual(JSON.parse(await ask(inYoung, 'unfreeze', tenantId, '--code', code, '--json')), { tenant: tenantId, deliveries: 0 });
  await refused(t, inOld, ['unfreeze', tenantId, '--move-abandoned'], /handed over to the cell c2 on .* and lives there/);
  const removed = JSON.parse(await ask(inOld, 'remove', tenantId, '--confirm', tenantId, '--recordings', 'keep', '--json'));
  assert.deepEqual([removed.rows.api_keys, removed.rows.tenants, removed.recordings], [1, 1, 0]);
  assert.deepEqual(await source.db.knex('tenants').where({ id: tenantId }), []);
});

test('a removal that is killed goes on where it was', async (t) => {
  const { id: tenantId } = await tenant(source);
  await apiKey(source, tenantId);
  await source.db.knex('opted_out').insert({ tenant_id: tenantId, phone: '+14155550177', created_at: source.clock.now() });
  await source.db
    .knex('tenants')
    .where({ id: tenantId })
    .update({ frozen_at: new Date(0), exported_at: new Date(0), moving_to: 'c2', hand_over_code: 'code', handed_over_at: new Date(0) });
  const asked = ['tenant', 'remove', tenantId, '--confirm', tenantId, '--recordings', 'remove'];
  const left = async (table: string): Promise<number> => (await source.db.knex(table).where({ tenant_id: tenantId })).length;

  await source.db.knex.transaction(async (trx) => {
    // It comes to the keys late and waits there.
    await trx('api_keys').where({ tenant_id: tenantId }).forUpdate();
    const { child, ended } = startCli(asked, { env: inOld });
    await until('the removal is at work', async () => (await left('opted_out')) === 0);
    child.kill('SIGKILL');
    await ended;
    assert.equal(await left('api_keys'), 1);
  });
  await refused(t, inOld, ['hand-over', tenantId], /is being removed here, and not whole any more: ringpost tenant remove/);
  told(await runCli(asked, { env: inOld }));
  assert.deepEqual([await left('api_keys'), (await source.db.knex('tenants').where({ id: tenantId })).length], [0, 0]);
});

test('each command says what is wrong with what it was given', async (t) => {
  const { id } = await tenant(source);
  const noFile = join(folder, 'nowhere.tenant');
  const otherFile = join(folder, 'other.tenant');
  await writeFile(otherFile, 'something else');
  const to = ['--cell', 'c2', '--to', noFile];
  const removal = (tenantId: string): readonly string[] => [tenantId, '--confirm', tenantId, '--recordings', 'keep'];
  const unknown = /^ringpost: This database has no tenant ten_nobody\.\n$/;
  await refused(t, inOld, ['freeze', 'ten_nobody'], unknown);
  await refused(t, inOld, ['export', 'ten_nobody', ...to], unknown);
  await refused(t, inOld, ['hand-over', 'ten_nobody'], unknown);
  await refused(t, inOld, ['unfreeze', 'ten_nobody'], unknown);
  await refused(t, inOld, ['remove', ...removal('ten_nobody')], unknown);
  await refused(t, inOld, ['export', id, ...to], /is not frozen: ringpost tenant freeze/);
  await refused(t, inOld, ['hand-over', id], /has not been exported/);
  await refused(t, inOld, ['remove', ...removal(id)], /is not frozen: it lives here/);
  await refused(
    t,
    inOld,
    ['remove', id, '--confirm', 'ten_other', '--recordings', 'keep'],
    /--confirm takes the id of the tenant that goes/,
    2,
  );
  await refused(t, inOld, ['remove', id, '--confirm', id], /--recordings is missing/, 2);
  await refused(t, inYoung, ['import', noFile], /cannot be read to its end: ENOENT/);
  await refused(t, inYoung, ['import', otherFile], /cannot be read to its end: incorrect header check/);
  await refused(t, { ...inOld, DATABASE_URL: 'postgres://127.0.0.1:1/none' }, ['freeze', id], /cannot be worked with: .*ECONNREFUSED/);
  const empty = await emptyDatabase();
  t.after(() => empty.close());
  await refused(t, { ...inOld, DATABASE_URL: empty.url }, ['freeze', id], /lacks 0001_tenants.sql, .*: ringpost migrate/);
  const newer = await testDatabase();
  t.after(() => newer.close());
  await newer.db.knex.raw("insert into schema_migrations (name, checksum, applied_at) values ('9999_later.sql', '', now())");
  await refused(
    t,
    { ...inOld, DATABASE_URL: newer.url },
    ['export', id, ...to],
    /A newer Ringpost has applied 9999_later\.sql .*Move tenants with that one/,
  );
  await refused(t, { RINGPOST_ENV: 'sandbox', DATABASE_URL: '' }, ['freeze', id], /DATABASE_URL must be set/, 2);
});
