import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScenarioFile } from '../../simulator/scenario-file.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import { searchCalls } from '../../src/calls/call-search.ts';
import { runCli } from '../cli/cli.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';

test('a call is read with what it cost and what was sent about it, whichever tenant placed it', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { billing: 'pay_as_you_go', balance: 50_000_000 });
  const placed = await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested') });
  const callId = placed.body.call.id;
  await system.settle();

  const { status, body } = await system.operator.get(`/calls/${callId}`);
  assert.equal(status, 200);
  const { recordingUrl, ...call } = body.call;
  const { recordingUrl: ofTenant, ...asItsTenantReadsIt } = (await owner.api.get(`/calls/${callId}`)).body.call;
  assert.deepEqual(call, asItsTenantReadsIt);
  assert.equal(typeof recordingUrl, typeof ofTenant);
  assert.equal(body.tenantId, owner.tenantId);
  assert.equal((await fetch(new URL(body.recordingPath, system.operatorUrl))).headers.get('content-type'), 'audio/wav');
  assert.equal((await fetch(new URL(body.recordingPath.split('?')[0], system.operatorUrl))).status, 403);
  assert.deepEqual(
    body.ledger.map(({ kind }: { kind: string }) => kind),
    ['hold', 'settlement'],
  );
  assert.deepEqual(body.deliveries.map(({ eventType }: { eventType: string }) => eventType).sort(), ['call.completed', 'lead.qualified']);

  const address = ['--operator-url', system.operatorUrl, '--operator-token', system.context.config.operatorToken];
  const { stdout, stderr } = await runCli(['scenario', 'from-call', callId, ...address]);
  const [{ outcome, steps } = assert.fail(stderr)] = readScenarioFile(stdout).scenarios;
  assert.equal(outcome, 'INTERESTED');
  assert.deepEqual(
    steps.flatMap(({ state, reason }) => (state === null ? [] : [reason === null ? state : `${state}: ${reason}`])),
    ['ringing', 'answered', 'ended: customer-ended-call', 'reported'],
  );
  const played = steps.flatMap(({ state, afterMs: [ms] }) => (state === 'ended' ? [ms] : []));
  assert.deepEqual(played, [call.durationSeconds * 1_000]);
  const { stdout: json } = await runCli(['scenario', 'from-call', callId, '--json', ...address]);
  assert.deepEqual(JSON.parse(json), { scenario: stdout }, 'JSON has no other words of the call');
  const said: readonly string[] = call.transcript.split('\n').filter(Boolean);
  assert.equal(
    steps.reduce((sum, { lines }) => sum + lines.length, 0),
    said.length,
  );
  for (const line of said) assert.ok(!stdout.includes(line.replace(/^\w+: /, '')), stdout);
});

test('calls are found newest first, page by page, by tenant, state, outcome and time; the tenant itself sees those that are over', async (t) => {
  const system = await ringpost(t);
  const [owner, other] = [await readyTenant(system), await readyTenant(system)];
  const placed: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { body } = await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('no-answer', n) });
    placed.unshift(body.call.id);
    system.clock.advance(1);
  }
  assert.deepEqual((await owner.api.get('/calls')).body, { calls: [], nextCursor: null });
  const { account } = (await owner.api.get('/account')).body;
  assert.deepEqual(account.concurrentCalls, { limit: 10, remaining: 7 });
  assert.deepEqual(account.budgets[1], { name: 'write', limit: 60, remaining: 57 });
  await system.settle();
  const first = (await owner.api.get('/calls?limit=2')).body;
  const rest = (await owner.api.get(`/calls?limit=2&cursor=${first.nextCursor}`)).body;
  assert.deepEqual([[...first.calls, ...rest.calls].map(({ id }: { id: string }) => id), rest.nextCursor], [placed, null]);
  const ofOwner = { tenantId: owner.tenantId };
  const found = await search(system, { ...ofOwner, limit: 2 });
  assert.deepEqual(
    found.calls,
    first.calls.map((call: object) => ({ call, tenantId: owner.tenantId })),
  );
  assert.deepEqual(await idsOf(system, { ...ofOwner, limit: 2, cursor: found.nextCursor }), placed.slice(2));
  await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested') });
  const live = await idsOf(system, { ...ofOwner, status: 'queued' });
  assert.equal(live.length, 1);
  assert.deepEqual(await idsOf(system, ofOwner), [...live, ...placed]);
  assert.deepEqual((await idsOf(system, {})).slice(0, 4), [...live, ...placed]);
  assert.deepEqual(await idsOf(system, { ...ofOwner, outcome: 'NO_ANSWER' }), placed);
  assert.deepEqual(await idsOf(system, { ...ofOwner, outcome: 'INTERESTED' }), []);
  const [newest = '', , oldest = ''] = [...first.calls, ...rest.calls].map(({ createdAt }: { createdAt: string }) => createdAt);
  for (const who of [ofOwner, {}]) {
    const span = { ...who, outcome: 'NO_ANSWER', since: oldest, until: newest };
    assert.deepEqual((await idsOf(system, span)).slice(0, 2), placed.slice(1));
  }
  const { knex } = system.context.db;
  const wanted = {
    ...ofOwner,
    status: null,
    outcome: 'INTERESTED',
    since: new Date(oldest),
    until: new Date(newest),
    cursor: null,
    limit: 9,
  };
  for (const who of [ofOwner, { tenantId: null }])
    assert.deepEqual(await searchCalls(knex, { ...wanted, ...who }, 1), { rows: [], next: placed[1] }, 'it says where it stopped');
  for (const query of ['', `?cursor=${first.nextCursor}`])
    assert.deepEqual((await other.api.get(`/calls${query}`)).body, { calls: [], nextCursor: null });
  assert.deepEqual(await search(system, { tenantId: other.tenantId }), { calls: [], nextCursor: null });
});

async function search({ operator }: Awaited<ReturnType<typeof ringpost>>, query: Record<string, unknown>) {
  const { status, body } = await operator.get(`/calls?${new URLSearchParams(query as Record<string, string>)}`);
  assert.equal(status, 200);
  return body;
}

const idsOf = async (...asked: Parameters<typeof search>): Promise<readonly string[]> =>
  (await search(...asked)).calls.map(({ call }: { call: { id: string } }) => call.id);

test('an unknown call is not found, and an unknown tenant has none', async (t) => {
  const { operator } = await ringpost(t);
  for (const id of ['call_01kdvzq2a4c6e8g0j2m4p6r8t0', 'nonsense']) {
    const { status, body } = await operator.get(`/calls/${id}`);
    assert.deepEqual([status, body.error.code], [404, 'call_not_found']);
  }
  assert.deepEqual((await operator.get('/calls?tenantId=ten_unknown')).body, { calls: [], nextCursor: null });
});
