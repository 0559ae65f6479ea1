import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';

/** From POST /calls over a real wire to a receiver that verifies: what a tenant sees, and what its receiver gets. */

const schema = { type: 'object', properties: { askingPrice: { type: 'number' } }, required: ['askingPrice'] };

interface Story {
  readonly scenario: string;
  readonly status: string;
  /** Null: no analysis has found one. */
  readonly outcome: string | null;
  readonly answered: boolean;
  readonly events: readonly string[];
  readonly extraction?: 'filled' | 'none' | { readonly error: string };
  /** What was said of calling back. */
  readonly note?: string;
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
  {
    scenario: 'callback-requested',
    status: 'completed',
    outcome: 'CALLBACK',
    answered: true,
    events: ['call.completed'],
    note: 'Tomorrow morning.',
  },
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
    extraction: { error: "the extracted data does not fit the schema: / must have required property 'askingPrice'" },
  },
  {
    scenario: 'extraction-timed-out',
    status: 'completed',
    outcome: null,
    answered: true,
    events: ['call.completed'],
    extraction: { error: 'provider returned no structured data' },
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

/** Plays every story, each of a tenant of its own. */
const system = await ringpost({ after });

for (const story of stories) {
  test(`a call that goes as "${story.scenario}" ends ${story.status} with ${story.outcome ?? 'no outcome'}, and its webhooks verify`, async () => {
    const owner = await readyTenant(system, { extractionSchema: schema });
    const id = await place(owner, story.scenario, { metadata: { crm: '42' }, variables: { name: 'Dana' } });

    await system.settle();

    const { call } = (await owner.api.get(`/calls/${id}`)).body;
    assert.equal(call.status, story.status);
    assert.equal(call.outcome, story.outcome);
    assert.equal(call.durationSeconds !== null && call.durationSeconds > 3, story.answered);
    if (!story.answered) assert.equal(call.durationSeconds, null);
    assert.equal(call.recordingUrl === null, !story.answered);
    if (story.extraction === 'filled') assert.equal(typeof call.extraction.askingPrice, 'number');
    if (story.extraction === 'none') assert.deepEqual([call.extraction, call.extractionError], [null, null]);
    if (typeof story.extraction === 'object') assert.deepEqual([call.extraction, call.extractionError], [null, story.extraction.error]);

    const webhooks = received(system, owner);
    assert.deepEqual(
      webhooks.map(({ verdict }) => [verdict.valid, verdict.signature.reason]),
      story.events.map(() => [true, 'valid']),
    );
    assert.deepEqual(webhooks.map(({ body }) => body.event).sort(), [...story.events].sort());
    const completed = webhooks.find(({ body }) => body.event === 'call.completed')?.body.data;
    assert.equal(completed.call_id, id);
    assert.equal(completed.outcome, story.outcome ?? 'UNKNOWN');
    if (story.note) assert.equal(completed.callback.note, story.note);
    assert.equal(completed.recording_url, null);
    assert.deepEqual(completed.metadata, { crm: '42' });
    assert.deepEqual(completed.variables, { name: 'Dana' });
    assert.equal(system.simulator.ledger.read().totals.duplicateDials, 0);
  });
}

test('an agent calls whose schema is written with branches, references and values, which Vapi does not take as they are', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, {
    extractionSchema: {
      type: 'object',
      required: ['unit', 'room'],
      properties: {
        unit: { anyOf: [{ type: 'string', enum: ['m2', 'ft2'] }, { type: 'null' }] },
        room: { $ref: '#/$defs/room' },
        kind: { enum: ['flat', 'house'] },
      },
      $defs: { room: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, next: { $ref: '#/$defs/room' } } } },
    },
  });
  const id = await place(owner, 'answered-interested');
  await system.settle();
  const { call } = (await owner.api.get(`/calls/${id}`)).body;
  assert.deepEqual([call.status, call.extractionError], ['completed', null]);
  assert.equal(typeof call.extraction.room.name, 'string');
});

test('an end asked for while it rings is sent when it is answered', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system);
  const id = await place(owner, 'never-ends');
  await system.simulator.advance(1_000);
  await owner.api.post(`/calls/${id}/end`);
  await system.play();
  await system.pass(30);
  const { call } = (await owner.api.get(`/calls/${id}`)).body;
  assert.deepEqual([call.status, call.endedReason], ['completed', 'ended-by-api']);
});

test('a call of an assistant that is kept at Vapi with its control off is hung up too', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system);
  await system.context.db.knex('agents').where({ id: owner.agentId }).update({ provider_agent_id: 'assistant-1' });
  const id = await place(owner, 'never-ends');
  await system.simulator.advance(30_000);
  assert.deepEqual((await owner.api.post(`/calls/${id}/end`)).body, { id, status: 'ending' });
  await system.play();
  await system.pass(30);
  const { call } = (await owner.api.get(`/calls/${id}`)).body;
  assert.deepEqual([call.status, call.endedReason], ['completed', 'ended-by-api']);
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
  assert.ok(call.durationSeconds > 3 && call.recordingUrl !== null);
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
  return deliveries.map(({ verdict, body }) => ({ verdict, body: JSON.parse(body.toString('utf8')) }));
}
