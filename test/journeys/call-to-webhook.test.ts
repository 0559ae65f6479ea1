import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';

/** From POST /calls over a real wire to a receiver that verifies: what a tenant sees, and what its receiver gets. */

const schema = { type: 'object', properties: { askingPrice: { type: 'number' } }, required: ['askingPrice'] };

interface Story {
  readonly scenario: string;
  readonly status: string;
  readonly outcome: string;
  readonly answered: boolean;
  readonly events: readonly string[];
  readonly extraction?: 'filled' | 'none' | 'failed';
}

const stories: readonly Story[] = [
  {
    scenario: 'answered-interested',
    status: 'completed',
    outcome: 'INTERESTED',
    answered: true,
    events: ['call.completed', 'lead.qualified'],
    extraction: 'filled',
  },
  { scenario: 'answered-not-interested', status: 'completed', outcome: 'NOT_INTERESTED', answered: true, events: ['call.completed'] },
  { scenario: 'callback-requested', status: 'completed', outcome: 'CALLBACK', answered: true, events: ['call.completed'] },
  { scenario: 'no-answer', status: 'no_answer', outcome: 'NO_ANSWER', answered: false, events: ['call.completed'], extraction: 'none' },
  { scenario: 'busy', status: 'busy', outcome: 'BUSY', answered: false, events: ['call.completed'], extraction: 'none' },
  { scenario: 'voicemail', status: 'completed', outcome: 'VOICEMAIL', answered: true, events: ['call.completed'] },
  { scenario: 'carrier-error', status: 'failed', outcome: 'FAILED', answered: false, events: ['call.completed'], extraction: 'none' },
  {
    scenario: 'extraction-missing-field',
    status: 'completed',
    outcome: 'INTERESTED',
    answered: true,
    events: ['call.completed', 'lead.qualified'],
    extraction: 'failed',
  },
  { scenario: 'callbacks-twice', status: 'completed', outcome: 'INTERESTED', answered: true, events: ['call.completed', 'lead.qualified'] },
  {
    scenario: 'callbacks-out-of-order',
    status: 'completed',
    outcome: 'INTERESTED',
    answered: true,
    events: ['call.completed', 'lead.qualified'],
  },
];

for (const story of stories) {
  test(`a call that goes as "${story.scenario}" ends ${story.status} with ${story.outcome}, and its webhooks verify`, async (t) => {
    const system = await ringpost(t);
    const owner = await readyTenant(system, { extractionSchema: schema });
    const id = await place(owner, story.scenario, { metadata: { crm: '42' }, variables: { name: 'Dana' } });

    await system.play();
    await system.work();

    const { call } = (await owner.api.get(`/calls/${id}`)).body;
    assert.equal(call.status, story.status);
    assert.equal(call.outcome, story.outcome);
    assert.equal(call.durationSeconds === null, !story.answered);
    assert.equal(call.recordingUrl === null, !story.answered);
    if (story.extraction === 'filled') assert.equal(typeof call.extraction.askingPrice, 'number');
    if (story.extraction === 'none') assert.deepEqual([call.extraction, call.extractionError], [null, null]);
    if (story.extraction === 'failed') assert.deepEqual([call.extraction, typeof call.extractionError], [null, 'string']);

    const webhooks = received(system, owner);
    assert.deepEqual(
      webhooks.map(({ verdict }) => [verdict.valid, verdict.signature.reason]),
      story.events.map(() => [true, 'valid']),
    );
    assert.deepEqual(webhooks.map(({ body }) => body.event).sort(), [...story.events].sort());
    const completed = webhooks.find(({ body }) => body.event === 'call.completed')?.body.data;
    assert.equal(completed.call_id, id);
    assert.equal(completed.outcome, story.outcome);
    assert.equal(completed.recording_url, null);
    assert.deepEqual(completed.metadata, { crm: '42' });
    assert.deepEqual(completed.variables, { name: 'Dana' });
    assert.equal(system.simulator.ledger.read().totals.duplicateDials, 0);
  });
}

test('a recording plays from its signed URL for fifteen minutes, and then no more', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system);
  const id = await place(owner, 'answered-interested');
  await system.play();
  await system.work();
  const { recordingUrl } = (await owner.api.get(`/calls/${id}`)).body.call;

  const first = await fetch(recordingUrl);
  const bytes = Buffer.from(await first.arrayBuffer());
  assert.equal(first.status, 200);
  assert.equal(bytes.subarray(0, 4).toString(), 'RIFF');

  system.clock.advance(15 * 60 + 1);
  assert.notEqual((await fetch(recordingUrl)).status, 200);
  const again = (await owner.api.get(`/calls/${id}`)).body.call.recordingUrl;
  assert.equal((await fetch(again)).status, 200);
});

test('a receiver that answers 500 gets the same bytes again after a minute and after five, and then it is over', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { programme: '500,500,200', events: ['call.completed'] });
  await place(owner, 'answered-not-interested');
  await system.play();
  await system.work();
  assert.equal(received(system, owner).length, 1);

  await system.pass(44);
  assert.equal(received(system, owner).length, 1, 'not before three quarters of the minute');
  await system.pass(32);
  assert.equal(received(system, owner).length, 2, 'and not after five quarters');
  await system.pass(376);
  const all = received(system, owner);
  assert.equal(all.length, 3);
  assert.equal(new Set(all.map(({ deliveryId }) => deliveryId)).size, 1);
  assert.equal(new Set(all.map(({ raw }) => raw)).size, 1);
  assert.ok(
    all.every(({ verdict }) => verdict.signature.reason === 'valid'),
    'each attempt is stamped with its own time',
  );
  await system.pass(86_400);
  assert.equal(received(system, owner).length, 3);
});

test('a call that is ended while people talk is completed, and says by whom', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system);
  const id = await place(owner, 'never-ends');
  await system.simulator.advance(30_000);
  assert.equal((await owner.api.get(`/calls/${id}`)).body.call.status, 'in-progress');

  const ended = await owner.api.post(`/calls/${id}/end`);
  assert.deepEqual(ended.body, { id, status: 'ending' });
  await system.play();
  await system.pass(61);
  const { call } = (await owner.api.get(`/calls/${id}`)).body;
  assert.deepEqual([call.status, call.endedReason], ['completed', 'ended-by-api']);
  assert.deepEqual((await owner.api.post(`/calls/${id}/end`)).body, { id, status: 'completed' });
  assert.equal(received(system, owner).filter(({ body }) => body.event === 'call.completed').length, 1);
});

test('a call whose callbacks are all lost is asked after, and ends the same', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system);
  const id = await place(owner, 'callbacks-lost');
  await system.play();
  assert.equal((await owner.api.get(`/calls/${id}`)).body.call.status, 'queued');
  await system.pass(61);
  const { call } = (await owner.api.get(`/calls/${id}`)).body;
  assert.deepEqual([call.status, call.outcome], ['completed', 'INTERESTED']);
  assert.equal(received(system, owner).length, 2);
});

async function place(owner: ReadyTenant, scenario: string, more: object = {}): Promise<string> {
  const placed = await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor(scenario, 1), ...more });
  assert.equal(placed.status, 201, placed.raw);
  assert.equal(placed.body.call.status, 'queued');
  return placed.body.call.id;
}

function received(system: Ringpost, owner: ReadyTenant) {
  const deliveries = system.simulator.receivers.find(owner.receiver)?.deliveries ?? [];
  return deliveries.map(({ verdict, deliveryId, body }) => ({
    verdict,
    deliveryId,
    raw: body.toString('utf8'),
    body: JSON.parse(body.toString('utf8')),
  }));
}
