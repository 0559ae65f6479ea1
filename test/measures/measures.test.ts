import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import type { Context } from '../../src/context.ts';
import { deleteTenantsOnce } from '../../src/deletion/delete-tenants.ts';
import { eraseOnce } from '../../src/deletion/erase-person.ts';
import { measureWork } from '../../src/measures/measure-work.ts';
import { startScheduler } from '../../src/scheduler.ts';
import { shown } from '../cli/operator-commands.ts';
import { operatorFor } from '../support/api.ts';
import { contextFor, testContext } from '../support/context.ts';
import { endpoint, tenant } from '../support/fixtures.ts';
import { type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';
import { until } from '../support/until.ts';

type Labels = Readonly<Record<string, string>>;
type Metric = {
  get(): Promise<{ values: readonly { readonly value: number; readonly labels: Partial<Record<string, string | number>> }[] }>;
};

/** The sum of the series that have these labels. */
async function sumOf(metric: Metric, labels: Labels = {}): Promise<number> {
  const { values } = await metric.get();
  return values
    .filter((each) => Object.entries(labels).every(([name, value]) => each.labels[name] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

async function oneCall(system: Ringpost): Promise<string> {
  const owner = await readyTenant(system);
  const body = { agentId: owner.agentId, phoneNumber: numberFor('answered-interested') };
  assert.equal((await owner.api.post('/calls', body)).status, 201);
  return owner.tenantId;
}
const stats = async (system: Ringpost) => (await system.operator.get('/stats')).body.stats;
const byTenant = async (system: Ringpost) => (await system.operator.get('/tenant-stats')).body.tenants;

test('a call whose callbacks are all refused is seen: refused, silent, ended by the reconciler, and whose it is', async (t) => {
  const system = await ringpost(t);
  const { metrics } = system.context;
  // The provider signs with another secret from now on.
  const refusing: Context['voice'] = { ...system.context.voice, ingest: () => ({ ok: false, why: 'bad_signature' }) };
  Object.assign(system.context, { voice: refusing });
  const tenantId = await oneCall(system);
  await system.play();
  assert.ok((await sumOf(metrics.callbacks, { provider: 'vapi', result: 'bad_signature' })) > 0);
  assert.equal(await sumOf(metrics.callbacks, { provider: 'vapi', result: 'accepted' }), 0);
  await measureWork(system.context);
  assert.equal(await sumOf(metrics.callsLive), 1);

  await system.pass(61);
  assert.equal(await sumOf(metrics.callsEnded, { by: 'reconciler' }), 1);
  assert.equal(await sumOf(metrics.callsEnded, { by: 'callback' }), 0);
  const { calls, callbacks, voiceBreaker } = await stats(system);
  assert.equal(calls.endedByReconciler, 1);
  assert.equal(voiceBreaker, 'closed');
  const [vapi] = callbacks;
  assert.deepEqual([vapi.provider, vapi.accepted, vapi.refused > 0], ['vapi', 0, true]);
  assert.deepEqual(vapi.refusals, [{ reason: 'bad_signature', count: vapi.refused }]);
  const [first] = await byTenant(system);
  assert.deepEqual([first.tenant.id, first.calls.endedByReconciler], [tenantId, 1]);
});

test('a call whose callbacks come is ended by them, and nobody is listed for it', async (t) => {
  const system = await ringpost(t);
  await oneCall(system);
  await system.settle();
  const { metrics } = system.context;
  assert.equal(await sumOf(metrics.callsEnded, { by: 'callback' }), 1);
  assert.equal(await sumOf(metrics.callsEnded, { by: 'reconciler' }), 0);
  assert.ok((await sumOf(metrics.callbacks, { provider: 'vapi', result: 'accepted' })) > 0);
  assert.equal((await stats(system)).calls.endedByReconciler, 0);
  assert.deepEqual(await byTenant(system), []);
});

test('a call of which nothing is heard shows how old it is', async (t) => {
  const system = await ringpost(t);
  const tenantId = await oneCall(system);
  await system.pass(61);
  await system.pass(600);
  await measureWork(system.context);
  const { metrics } = system.context;
  assert.equal(await sumOf(metrics.callsLive, { status: 'queued' }), 1);
  assert.equal(await sumOf(metrics.callsOldestSilentSeconds, { status: 'queued' }), 661);
  assert.equal((await stats(system)).calls.oldestSilentSeconds, 661);
  assert.deepEqual((await byTenant(system))[0].calls, { live: 1, oldestSilentSeconds: 661, endedByReconciler: 0 });
  await oneCall(system);
  await measureWork(system.context);
  assert.equal(await sumOf(metrics.callsLive), 2);
  assert.equal((await byTenant(system))[0].tenant.id, tenantId);
});

test('a deletion that fails each time shows how old it is', async (t) => {
  const system = await ringpost(t);
  const { metrics, recordings } = system.context;
  const [deleted, ofPerson] = [await oneCall(system), await oneCall(system)];
  await system.settle();
  Object.assign(system.context, { recordings: { ...recordings, remove: () => Promise.reject(new Error('the store is away')) } });
  assert.equal((await system.operator.request('DELETE', `/tenants/${deleted}`)).status, 202);
  const person = { phoneNumber: numberFor('answered-interested') };
  assert.equal((await system.operator.post(`/tenants/${ofPerson}/erasures`, person)).status, 202);
  await system.pass(600);
  await deleteTenantsOnce(system.context);
  await eraseOnce(system.context);
  await measureWork(system.context);
  const oldest = async (of: string) => Math.floor(await sumOf(metrics.deletionOldestSeconds, { of }));
  assert.deepEqual([await oldest('tenant'), await oldest('person')], [600, 600]);

  Object.assign(system.context, { recordings });
  await system.pass(700);
  await deleteTenantsOnce(system.context);
  await eraseOnce(system.context);
  await measureWork(system.context);
  assert.deepEqual([await oldest('tenant'), await oldest('person')], [0, 0]);
});

test('the commands show why callbacks were refused, and list the tenants in trouble', async (t) => {
  const context = await contextFor(t);
  const operator = await operatorFor(t, context);
  const show = (...words: readonly string[]) =>
    shown({ options: ['--operator-url', operator.origin, '--operator-token', context.config.operatorToken] }, words).then(
      ({ stdout, stderr }) => stdout + stderr,
    );
  assert.match(await show('stats', 'tenants'), /No tenant has work under way/);
  assert.match(await show('stats', 'now'), /^callbacks of vapi +0 accepted, 0 refused$/m);

  context.metrics.callbacks.inc({ provider: 'vapi', result: 'accepted' }, 2);
  for (const result of ['bad_signature', 'stale', 'stale']) context.metrics.callbacks.inc({ provider: 'vapi', result });
  const now = await show('stats', 'now');
  assert.match(now, /^callbacks of vapi +2 accepted, 3 refused, bad_signature 1, stale 2$/m);
  assert.match(now, /Most callbacks of vapi are refused/);

  const { id } = await tenant(context, { name: 'Alder Realty' });
  await endpoint(context, id, { url: 'https://crm.example.org/hook' });
  await context.db.knex('webhook_endpoints').where({ tenant_id: id }).update({ failures_in_a_row: 5 });
  assert.match(await show('stats', 'tenants'), new RegExp(`^${id} +Alder Realty .* 1$`, 'm'));
});

test('the turns of the background work are counted, and when each last succeeded', async (t) => {
  const context = await testContext();
  const scheduler = startScheduler(context);
  t.after(async () => {
    await scheduler.stop(1_000);
    await context.close();
  });
  const { metrics } = context;
  await until('each has had a turn', async () => (await metrics.choreTurns.get()).values.filter(({ value }) => value > 0).length >= 18);
  assert.equal(await sumOf(metrics.choreTurns, { result: 'failed' }), 0);
  const began = await sumOf(metrics.choreLastSuccess, { chore: 'reconcile calls' });
  assert.equal(began, context.clock.realNow().getTime() / 1_000);
  context.clock.advance(60);
  await until('it succeeds again', async () => (await sumOf(metrics.choreLastSuccess, { chore: 'reconcile calls' })) === began + 60);
  await context.db.knex.raw('alter table texts rename to texts_away');
  await until('it fails', async () => (await sumOf(metrics.choreTurns, { chore: 'reconcile texts', result: 'failed' })) > 0);
  context.clock.advance(60);
  await until('others succeed', async () => (await sumOf(metrics.choreLastSuccess, { chore: 'reconcile calls' })) === began + 120);
  assert.ok((await sumOf(metrics.choreLastSuccess, { chore: 'reconcile texts' })) < began + 120);
});
