import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { beforeEach, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Context } from '../../../src/context.ts';
import { tenantTables } from '../../../src/deletion/tenant-tables.ts';
import { deliveriesOf } from '../../../src/deliveries/deliveries.ts';
import { resumeDeliveries } from '../../../src/dispatch/resume.ts';
import { parseApiKey } from '../../../src/tenants/api-keys.ts';
import { freezeTenant } from '../../../tools/moving/freeze.ts';
import { importTenant } from '../../../tools/moving/import-tenant.ts';
import { keysTakenAlong } from '../../../tools/moving/taken-along.ts';
import { unfreezeTenant } from '../../../tools/moving/unfreeze.ts';
import { type ApiClient, api } from '../../support/api.ts';
import { event, publish } from '../../support/events.ts';
import { endpoint, tenant, trigger } from '../../support/fixtures.ts';
import { receiver } from '../../support/receiver.ts';
import { type ReadyTenant, type Ringpost, readyTenant } from '../../support/ringpost.ts';
import { callBody, livedIn, type TwoCells, twoCellsForAll } from './two-cells.ts';

let cells: TwoCells;
let source: Ringpost;
let destination: Ringpost;
let file: string;

twoCellsForAll((made) => {
  cells = made;
  ({ source, destination } = made);
});
beforeEach(() => {
  file = cells.newFile();
});

const exported = (tenantId: string): Promise<unknown> => cells.exported(tenantId, file);

async function move(tenantId: string): Promise<void> {
  await cells.frozen(tenantId);
  await exported(tenantId);
  await importTenant(cells.importing, file);
  await cells.handedOver(tenantId);
}

const tenantsIn = async ({ context }: Ringpost): Promise<readonly string[]> =>
  (await context.db.knex('tenants').select('id')).map(({ id }) => id);

/** Every answer that the tenant and its operator can read, as bytes. */
async function readable(
  system: Ringpost,
  client: ApiClient,
  { tenantId, agentId }: ReadyTenant,
  callId: string,
): Promise<readonly string[]> {
  const { body } = await client.get('/webhook-deliveries?limit=50');
  assert.ok(body.deliveries.length >= 3);
  const paths = ['/webhook-deliveries?limit=50', '/agents', `/agents/${agentId}`, '/webhooks', '/automation-triggers', `/calls/${callId}`];
  for (const { id } of body.deliveries) paths.push(`/webhook-deliveries/${id}`);
  const base = `/tenants/${tenantId}`;
  const asOperator = [
    '',
    '/contacts',
    '/messages',
    '/wallet',
    '/api-keys',
    '/phone-numbers',
    '/agents',
    '/webhook-endpoints',
    '/automation-triggers',
  ];
  const answers = [
    ...(await Promise.all(paths.map(async (path) => client.get(path)))),
    ...(await Promise.all(asOperator.map(async (path) => system.operator.get(`${base}${path}`)))),
  ];
  return answers.map(({ status, raw }) => {
    assert.equal(status, 200, raw);
    // Links to recordings are made anew at each reading, and a ledger is numbered by its database.
    return raw.replace(/"recordingUrl":"[^"]+"/, '"recordingUrl":"…"').replaceAll(/"id":"\d+"/g, '"id":"…"');
  });
}

test('all that can be read of a tenant is the same after the move, to the byte, and its keys and idempotency keys hold', async () => {
  const { owner, key, callId, firstCall, firstEndpoint } = await livedIn(source);
  const there = await readable(source, owner.api, owner, callId);
  const [call, made] = [await owner.api.post('/calls', firstCall), await owner.api.post('/webhooks', firstEndpoint)];

  await move(owner.tenantId);
  const client = api(destination.publicUrl, key);
  assert.deepEqual(await readable(destination, client, owner, callId), there);
  assert.equal((await client.post('/calls', firstCall)).raw, call.raw);
  assert.equal((await client.post('/webhooks', firstEndpoint)).raw, made.raw);
  assert.equal(destination.simulator.ledger.read().totals.dials, 0);
  const ids = [owner.apiKeyId, parseApiKey(key)?.id ?? ''].sort();
  assert.deepEqual(
    await keysTakenAlong(destination.context, owner.tenantId, 'c1'),
    ids.map((id) => `rp_test_c1_${id.slice('key_'.length)}`),
  );
  // The old copy stays frozen.
  assert.equal((await owner.api.get('/agents')).body.error.code, 'public_api_disabled');
});

test('what waits is sent once, from the new cell, under its id; what had begun ends where it began', async (t) => {
  const target = await receiver();
  t.after(() => target.close());
  const { id: tenantId } = await tenant(source.context);
  const { id: endpointId } = await endpoint(source.context, tenantId, { url: target.url });
  const triggerId = await trigger(source.context, tenantId, endpointId);
  const events = Array.from({ length: 5 }, () => event(source.context, tenantId));
  const [first, ...others] = events;
  assert.ok(first);
  const arrived = new Promise<ServerResponse>((resolve) => {
    target.answer(resolve);
  });
  await publish(source.context, first);
  const working = source.work();
  const begun = await arrived;
  target.answer(200);
  await publish({ ...source.context, wake: { ...source.context.wake, dispatcher: null } }, ...others);
  const waiting = (await deliveriesOf(source.context.db.knex, tenantId)).filter(({ worker }) => worker === null).map(({ id }) => id);
  await cells.frozen(tenantId);

  await assert.rejects(exported(tenantId), /something under way still: 1 attempts of deliveries/);
  begun.writeHead(200).end();
  await working;
  assert.equal(target.received.length, 1, 'what was in hand went out, and nothing else');
  await exported(tenantId);
  assert.equal(await resumeDeliveries(source.context, { tenantId, endpointId }), 0, 'nor does switching the endpoint on let them go');
  await source.pass(86_400);
  await importTenant(cells.importing, file);
  await destination.pass(86_400);
  assert.equal(target.received.length, 1, 'frozen in both');

  assert.equal(await cells.handedOver(tenantId), 4);
  await destination.work();
  const sent = () => target.received.slice(1).map(({ headers }) => headers['x-webhook-delivery-id']);
  assert.deepEqual([...sent()].sort(), [...waiting].sort());
  await source.pass(86_400);

  // What is published again after the move is known: to whoever asks first, and by the id that its delivery would have.
  const again = await destination.context.publisher.publish(tenantId, events);
  assert.deepEqual(
    again.map(({ isNew, deliveries }) => [isNew, deliveries]),
    events.map(() => [false, 0]),
  );
  await publish(destination.context, ...events);
  await destination.pass(86_400);
  assert.equal(sent().length, 4);
  assert.equal((await deliveriesOf(destination.context.db.knex, tenantId)).length, 5);

  await publish(destination.context, event(destination.context, tenantId));
  await destination.work();
  assert.equal(sent().length, 5, 'new events go on as ever');
  assert.ok(triggerId);
});

test('a tenant moves when it is frozen and quiet, and no earlier', async () => {
  const owner = await readyTenant(source);
  const attempt = (id = owner.tenantId): Promise<unknown> => exported(id);
  await assert.rejects(attempt('ten_nobody'), /no tenant ten_nobody/);
  await assert.rejects(attempt(), /is not frozen: ringpost tenant freeze/);
  const placed = await owner.api.post('/calls', callBody(owner));
  assert.equal(placed.status, 201);
  const since = await freezeTenant(source.context, owner.tenantId);
  await assert.rejects(attempt(), /try again in 30 s/);
  source.clock.advance(60);
  assert.deepEqual(await freezeTenant(source.context, owner.tenantId), since, 'frozen twice is frozen since the first time');
  await assert.rejects(attempt(), /something under way still: 1 calls/);
  await assert.rejects(stat(file), /ENOENT/);
  await source.play();
  await source.work();
  await attempt();
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  await assert.rejects(attempt(), /it is there already/);
});

test('a frozen tenant takes nothing new by its keys', async () => {
  const owner = await readyTenant(source);
  assert.equal((await owner.api.get('/agents')).status, 200);
  await cells.frozen(owner.tenantId);
  assert.equal((await owner.api.get('/agents')).body.error.code, 'public_api_disabled');
  const base = `/tenants/${owner.tenantId}`;
  assert.ok((await source.operator.get(base)).body.tenant.frozenAt);

  await exported(owner.tenantId);
  await unfreezeTenant(source.context, owner.tenantId, { moveAbandoned: true });
  source.clock.advance(5);
  assert.equal((await owner.api.get('/agents')).status, 200);
  assert.equal((await source.operator.get(base)).body.tenant.frozenAt, null);
});

test('an import is whole or leaves nothing', async () => {
  const { owner, callId } = await livedIn(source);
  await cells.frozen(owner.tenantId);
  await exported(owner.tenantId);
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  const attempt = async (changed: readonly string[], context: Context = cells.importing): Promise<unknown> => {
    await writeFile(file, gzipSync(changed.join('\n')));
    return importTenant(context, file);
  };
  const header = lines[0] ?? '';
  const refusals: readonly (readonly [RegExp, readonly string[], Context?])[] = [
    [/its end is missing/, lines.slice(0, -1)],
    [/it ends within/, lines.slice(0, -2)],
    [
      /calls has 1 rows with the sum/,
      lines.map((line) => (line.startsWith(`["${callId}"`) ? line.replace('"completed"', '"failed"') : line)),
    ],
    [/opted_out has 0 rows with the sum/, lines.filter((line) => !line.includes('+14155550177'))],
    [/not the export of a tenant/, ['{"some":"json"}', ...lines]],
    [/cannot be read to its end/, ['no JSON', ...lines]],
    [/format 2, which a newer Ringpost/, [header.replace('"format":1', '"format":2'), ...lines.slice(1)]],
    [/Both cells must run one version/, [header.replace('"migrations":[', '"migrations":["0000_other.sql",'), ...lines.slice(1)]],
    [/No key opens idempotency_keys.response of the file: give the other cell's RINGPOST_SECRET_KEY/, lines, destination.context],
  ];
  for (const [why, changed, context] of refusals) {
    await assert.rejects(attempt(changed, context), why);
    assert.ok(!(await tenantsIn(destination)).includes(owner.tenantId), String(why));
  }
  await assert.rejects(importTenant(cells.importing, `${file}.nowhere`), /cannot be read to its end: ENOENT/);

  await attempt(lines);
  await assert.rejects(attempt(lines), /has a tenant .* already/);
  for (const { name, where } of tenantTables) {
    const count = async ({ context }: Ringpost): Promise<number> =>
      (await context.db.engine.query(`select 1 from ${name} where ${where}`, [owner.tenantId])).rowCount ?? 0;
    assert.equal(await count(destination), await count(source), name);
  }
});
