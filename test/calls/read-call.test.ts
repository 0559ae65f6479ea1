import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { readCall } from '../../src/calls/read-call.ts';
import { contextOfFile } from '../support/context.ts';
import { bodyOf, requestFor } from '../support/requests.ts';
import { type CallBody, placed, readyToCall } from './calling.ts';

const context = await contextOfFile();
afterEach(async () => {
  await context.db.knex('calls').delete();
});

test('shows the call as it has come to be', async () => {
  const ready = await readyToCall(context);
  const { id } = await placed(context, ready);
  const endedAt = new Date(context.clock.now().getTime() + 42_000);
  await context.db.knex('calls').update({
    status: 'completed',
    outcome: 'INTERESTED',
    ended_reason: 'customer-ended-call',
    duration_seconds: 42,
    ended_at: endedAt,
    transcript: 'Hello.',
    extraction: '{"b":1.0,"1":2}',
  });
  const reply = await readCall(context, ready.who, requestFor(id));
  assert.ok('rawJson' in reply && reply.rawJson.includes('"extraction":{"b":1.0,"1":2}'));
  const { call } = bodyOf<CallBody>(reply);
  assert.deepEqual(
    [
      call.status,
      call['outcome'],
      call['endedReason'],
      call['durationSeconds'],
      call['startedAt'],
      call['endedAt'],
      call['transcript'],
      call['recordingUrl'],
    ],
    ['completed', 'INTERESTED', 'customer-ended-call', 42, context.clock.now().toISOString(), endedAt.toISOString(), 'Hello.', null],
  );
});

test('signs the recording’s URL anew on each read, once it is stored', async () => {
  const ready = await readyToCall(context);
  const { id } = await placed(context, ready);
  const url = async () => bodyOf<CallBody>(await readCall(context, ready.who, requestFor(id))).call['recordingUrl'];
  await context.db.knex('calls').update({ recording_state: 'due', recording_key: 'k' });
  assert.equal(await url(), null);
  await context.db.knex('calls').update({ recording_state: 'stored' });
  const first = await url();
  assert.equal(first, await context.recordings.signedUrl('k', context.clock.now()));
  context.clock.advance(60);
  assert.notEqual(await url(), first);
});
