import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOrAll } from '../../cli/clients/pages.ts';
import { publicFor } from '../support/api.ts';
import { runHere } from './here.ts';
import { asJson, operatorsCommands, shown } from './operator-commands.ts';

const { context, operator, tenantId } = await operatorsCommands();

test('tenant: create, list, show, set', async () => {
  const { tenant: made } = await asJson(
    operator,
    'createTenant',
    ['tenant', 'create', 'Acme Homes', '--billing', 'pay_as_you_go', '--concurrent-calls', '3'],
    { status: 201 },
  );
  assert.equal(made.name, 'Acme Homes');
  assert.equal(made.billing, 'pay_as_you_go');
  assert.equal(made.limits.concurrentCalls, 3);
  assert.match((await shown(operator, ['tenant', 'create', 'Birch Lane'])).stdout, /^name +Birch Lane$/m);

  const listed = await shown(operator, ['tenant', 'list']);
  assert.match(listed.stdout, /^ID +NAME +BILLING +PUBLIC API +CREATED\n/);
  assert.match(listed.stdout, new RegExp(`^${made.id}  Acme Homes +pay_as_you_go +on +2026-03-02 12:00:00Z$`, 'm'));
  assert.equal((await asJson(operator, 'listTenants', ['tenant', 'list'])).tenants.length, 3);

  assert.match((await shown(operator, ['tenant', 'show', made.id])).stdout, /^concurrent calls +3$/m);
  assert.equal((await asJson(operator, 'readTenant', ['tenant', 'show', made.id])).tenant.id, made.id);

  assert.match((await shown(operator, ['tenant', 'set', made.id, '--public-api', 'off'])).stdout, /^public API +off$/m);
  const changed = await asJson(operator, 'updateTenant', ['tenant', 'set', made.id, '--name', 'Acme', '--writes-per-minute', '30']);
  assert.deepEqual(
    [changed.tenant.name, changed.tenant.limits.writesPerMinute, changed.tenant.limits.concurrentCalls, changed.tenant.publicApiEnabled],
    ['Acme', 30, 3, false],
  );
  const kept = await shown(operator, ['tenant', 'set', made.id, '--keep-transcripts', '30', '--keep-calls', 'forever']);
  assert.match(kept.stdout, /^calls kept +for ever\ntranscripts kept +30 days\nrecordings kept +90 days$/m);
});

test('tenant: a list is told by a part of the name and in full, and a command takes the name for the id', async () => {
  const ids: string[] = [];
  for (const name of ['Dune Lofts', 'East Dunes', 'East Dunes', 'Fir_100%'])
    ids.push((await asJson(operator, 'createTenant', ['tenant', 'create', name], { status: 201 })).tenant.id);
  const [lofts] = ids;
  // Those of one moment are in the order of their ids, and the clock of a test stands.
  const dunes = ids.slice(0, 3).sort();
  const listed = async (...options: string[]): Promise<string[]> =>
    (await asJson(operator, 'listTenants', ['tenant', 'list', ...options])).tenants.map(({ id }: { id: string }) => id);
  assert.deepEqual(await listed('--name', 'dune'), dunes);
  assert.deepEqual(await listed('--name', '_100%'), ids.slice(3));
  assert.deepEqual(await listed('--name', 'dune', '--limit', '2'), dunes.slice(0, 2));
  assert.match(
    (await shown(operator, ['tenant', 'list', '--name', 'dune', '--limit', '2'])).stderr,
    new RegExp(`--all, or --cursor ${dunes[1]}`),
  );
  assert.deepEqual(await listed('--name', 'dune', '--all', '--cursor', dunes[0] ?? ''), dunes.slice(1));

  assert.equal((await asJson(operator, 'readTenant', ['tenant', 'show', 'Dune Lofts'])).tenant.id, lofts);
  assert.deepEqual((await asJson(operator, 'listAuditLog', ['audit-log', 'list', '--tenant', 'Dune Lofts'])).entries.length, 1);
  for (const [name, problem] of [
    ['East Dunes', /More than one tenant is called "East Dunes"/],
    ['Lofts', /No tenant has this name\. There are: "Dune Lofts"\./],
    ['Elm', /No tenant has this name\.$/m],
  ] as const) {
    const refused = await runHere(['tenant', 'delete', name, '--yes', ...operator.options]);
    assert.equal(refused.code, 2, name);
    assert.match(refused.stderr, problem);
  }
});

test('tenant: a name is looked for among all, however many have it in theirs, and a tenant that is being deleted has none', async () => {
  const { id: _, ...like } = await context.db.knex('tenants').where({ id: tenantId }).first();
  const names = ['Grove', ...Array.from({ length: 205 }, (_, at) => `Groves ${at}`), 'Groves', 'Grove'];
  const rows = names.map((name, at) => ({ ...like, id: `ten_${String(at).padStart(26, '0')}`, name }));
  await context.db.knex('tenants').insert(rows);
  const oldest = rows[0]?.id ?? '';
  for (const command of [
    ['wallet', 'credit', 'Grove', '5'],
    ['tenant', 'delete', 'Grove', '--yes'],
  ]) {
    const refused = await runHere([...command, ...operator.options]);
    assert.deepEqual([refused.code, refused.stderr], [2, 'ringpost: More than one tenant is called "Grove". Give its id.\n']);
  }
  const alone = await asJson(operator, 'readTenant', ['tenant', 'show', 'Groves']);
  assert.equal(alone.tenant.name, 'Groves');
  const unknown = await runHere(['tenant', 'show', 'roves', ...operator.options]);
  assert.match(unknown.stderr, /There are: "Groves 0", .*"Groves 19" and 186 more\.$/m);

  await shown(operator, ['tenant', 'delete', oldest, '--yes']);
  assert.match((await shown(operator, ['tenant', 'list', '--name', 'grove'])).stdout, new RegExp(`^${oldest} .* being deleted `, 'm'));
  assert.notEqual((await asJson(operator, 'readTenant', ['tenant', 'show', 'Grove'])).tenant.id, oldest);
});

test('every page of a list is read, however many there are', async () => {
  const pages = { '': ['a', 'b'], b: [], c: ['d'] };
  const asked: unknown[] = [];
  const ask = async (query: { readonly cursor?: string }) => {
    asked.push(query);
    const { cursor = '' } = query;
    const nextCursor = { '': 'b', b: 'c', c: null }[cursor] ?? null;
    return { body: { names: pages[cursor as keyof typeof pages], nextCursor }, text: 'a page' };
  };
  assert.deepEqual(await pageOrAll('names', { all: true, limit: 2 }, ask), {
    body: { names: ['a', 'b', 'd'], nextCursor: null },
    text: '{"names":["a","b","d"],"nextCursor":null}',
  });
  assert.deepEqual(asked, [{ limit: 200 }, { limit: 200, cursor: 'b' }, { limit: 200, cursor: 'c' }]);
  assert.deepEqual(await pageOrAll('names', { all: false, limit: 2 }, ask), {
    body: { names: ['a', 'b'], nextCursor: 'b' },
    text: 'a page',
  });
  assert.deepEqual((await pageOrAll('names', { all: false, cursor: 'b' }, ask)).body, { names: ['d'], nextCursor: null });
});

test('tenant: delete needs --yes, and says when nothing is left', async () => {
  const { tenant: made } = await asJson(operator, 'createTenant', ['tenant', 'create', 'Cedar Court'], { status: 201 });
  const unconfirmed = await runHere(['tenant', 'delete', made.id, ...operator.options]);
  assert.equal(unconfirmed.code, 2);
  assert.match(unconfirmed.stderr, /Deleting everything of ten_\w+ cannot be taken back\. Add --yes/);
  assert.equal((await asJson(operator, 'readTenant', ['tenant', 'show', made.id])).tenant.deletingSince, null);
  assert.match((await shown(operator, ['tenant', 'delete', made.id, '--yes'])).stderr, /is deleted/);
  assert.match((await shown(operator, ['tenant', 'show', made.id])).stdout, /^deleting since +2026-03-02/m);
  const again = await asJson(operator, 'deleteTenant', ['tenant', 'delete', made.id, '--yes'], { status: 202 });
  assert.equal(again.tenant.id, made.id);
});

test('key: create shows the key once and says so, list never does, revoke takes it out of use', async (t) => {
  const publicServer = await publicFor(t, context);
  const created = await shown(operator, ['key', 'create', tenantId, 'CRM', '--scopes', 'read,webhooks', '--expires', '90d']);
  const [, text = ''] = /^API key +(rp_\S+)$/m.exec(created.stdout) ?? [];
  assert.equal((await publicServer.api.with(text).get('/agents')).status, 200);
  assert.match(created.stderr, /will not be shown again/);
  assert.match(created.stdout, /^expires +2026-05-31 12:00:00Z$/m, 'ninety days by the clock of the service');

  const { apiKey, key } = await asJson(
    operator,
    'createApiKey',
    ['key', 'create', tenantId, 'Audit', '--scopes', 'read', '--expires', '2027-01-01T00:00:00Z'],
    { status: 201 },
  );
  assert.equal(key.expiresAt, '2027-01-01T00:00:00.000Z');

  const listed = await shown(operator, ['key', 'list', tenantId]);
  assert.match(listed.stdout, /^key_\S+ +CRM +read,webhooks +c1 +2026-05-31/m);
  assert.ok(!listed.stdout.includes(text) && !listed.stdout.includes(apiKey));

  const unsure = await runHere(['key', 'revoke', tenantId, key.id, ...operator.options]);
  assert.deepEqual([unsure.code, unsure.stdout], [2, '']);
  assert.match(unsure.stderr, /Revoking a key cannot be taken back\. Add --yes/);
  assert.equal((await publicServer.api.with(apiKey).get('/agents')).status, 200, 'the key still works');

  const revoked = await runHere(['key', 'revoke', tenantId, key.id, '--yes', ...operator.options]);
  assert.deepEqual(revoked, { code: 0, stdout: '', stderr: `${key.id} is revoked.\n` });
  assert.deepEqual(
    await runHere(['key', 'revoke', tenantId, key.id, '--yes', '--json', ...operator.options]),
    { code: 0, stdout: '', stderr: '' },
    'the API answers without a body',
  );
  const { keys } = await asJson(operator, 'listApiKeys', ['key', 'list', tenantId]);
  assert.ok(keys.find(({ id }: { id: string }) => id === key.id).revokedAt);
});

test('wallet: credit and show, in the currency to the last millionth', async () => {
  assert.match((await shown(operator, ['wallet', 'credit', tenantId, '12.50', '--note', 'Invoice 1042'])).stdout, /^balance +12\.50$/m);
  for (let time = 1; time <= 2; time++) {
    const once = ['wallet', 'credit', tenantId, '0.000001', '--dedupe-key', 'payment-2'];
    assert.equal((await asJson(operator, 'creditWallet', once)).wallet.balanceMicros, 12_500_001);
  }
  const { wallet } = await asJson(operator, 'readWallet', ['wallet', 'show', tenantId]);
  assert.equal(wallet.balanceMicros, 12_500_001);
  const { stdout } = await shown(operator, ['wallet', 'show', tenantId]);
  assert.match(stdout, /^balance +12\.500001$/m);
  assert.match(stdout, /^2026-03-02 12:00:00Z +credit +12\.50 +12\.50 +- +Invoice 1042$/m);
  assert.equal((await asJson(operator, 'readWallet', ['wallet', 'show', tenantId])).ledger.length, 2);
});

test('audit-log shows what was done', async () => {
  const { tenant: made } = await asJson(operator, 'createTenant', ['tenant', 'create', 'Cedar Court'], { status: 201 });
  const { stdout } = await shown(operator, ['audit-log', '--tenant', made.id]);
  assert.match(stdout, /^AT +OPERATION +RESULT +FROM +IDS\n/);
  assert.match(stdout, new RegExp(` createTenant +done +127\\.0\\.0\\.1 +${made.id}$`, 'm'));
  const listed = await asJson(operator, 'listAuditLog', ['audit-log', 'list', '--tenant', made.id, '--operation', 'createErasure']);
  assert.deepEqual(listed.entries, []);
});
