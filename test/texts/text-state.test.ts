import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TextEvent } from '../../src/texts/text-provider.ts';
import { advanceText, owedEvent } from '../../src/texts/text-state.ts';
import type { TextRow, TextStatus } from '../../src/texts/texts.ts';
import { reports } from './texting.ts';

const at = new Date('2026-03-02T12:00:00.000Z');
const later = new Date('2026-03-02T12:05:00.000Z');
const { queued, sent, delivered, failed } = reports('msg_1');

const text = (status: TextStatus, parts: Partial<TextRow> = {}): TextRow => ({
  id: 'msg_1',
  tenant_id: 'ten_1',
  direction: 'outbound',
  status,
  contact_id: null,
  phone: '+14155550123',
  our_phone: '+14155550199',
  body: 'Hello',
  campaign_id: null,
  campaign_name: null,
  dedupe_key: null,
  provider_message_id: null,
  error_code: null,
  reason: null,
  carrier: null,
  asked_at: at,
  sent_at: null,
  finished_at: null,
  event_at: null,
  created_at: at,
  version: 1,
  silent_checks: 0,
  check_at: at,
  request_id: null,
  trace: null,
  ...parts,
});

const after = (...events: readonly TextEvent[]): TextRow => events.reduce((row, event) => advanceText(row, event, at), text('queued'));

test('a text goes forward from queued to sent to its end, and is asked after no more', () => {
  assert.equal(after(queued).status, 'queued');
  assert.equal(after(queued, sent).status, 'sent');
  const done = after(queued, sent, delivered);
  assert.deepEqual([done.status, done.finished_at, done.check_at, owedEvent(done)], ['delivered', at, null, 'sms.delivered']);
  assert.equal(owedEvent(after(queued, sent)), null);
});

test('delivered and then sent is delivered', () => {
  assert.equal(after(delivered, sent, queued).status, 'delivered');
});

test('the first end stands', () => {
  assert.equal(after(delivered, failed()).status, 'delivered');
  assert.equal(after(failed(), delivered).status, 'failed');
  assert.equal(advanceText(after(delivered), delivered, later).finished_at, at);
});

test('the times of a text are in order: it was sent before its end, whatever became known first', () => {
  const early = new Date('2026-03-02T11:58:00.000Z');
  const lateSent = advanceText(after(delivered), { ...sent, at: later }, later);
  assert.deepEqual([lateSent.sent_at, lateSent.finished_at], [at, at]);
  const row = advanceText(advanceText(text('queued', { created_at: early }), sent, later), { ...delivered, at }, later);
  assert.deepEqual([row.sent_at, row.finished_at], [later, later]);
  const failedOnce = advanceText(text('queued', { created_at: early }), { ...failed('tried'), at }, later);
  assert.equal(failedOnce.finished_at, at);
});

test('a text that nobody knew of becomes what is told of it, and keeps the provider’s id', () => {
  for (const [event, status] of [
    [queued, 'queued'],
    [sent, 'sent'],
    [delivered, 'delivered'],
    [failed(), 'failed'],
  ] as const) {
    const row = advanceText(text('unknown'), event, at);
    assert.deepEqual([row.status, row.provider_message_id], [status, 'SM-msg_1']);
  }
});

test('a failure owes an event where a carrier tried, whenever that becomes known', () => {
  assert.equal(owedEvent(after(failed('tried'))), 'sms.failed');
  assert.equal(owedEvent(after(failed('never_reached'))), null);
  assert.equal(owedEvent(after(sent, failed('never_reached'))), null);
  assert.equal(owedEvent(after(failed('unsaid'))), null);
  assert.equal(owedEvent(after(sent, failed('unsaid'))), 'sms.failed');
  assert.equal(owedEvent(after(failed('unsaid'), sent)), 'sms.failed', 'the report of sending came late');
});

test('a text owes nothing once its event is out, nor when it was refused or received', () => {
  assert.equal(owedEvent({ ...after(delivered), event_at: at }), null);
  assert.equal(owedEvent(text('refused', { carrier: 'tried', reason: 'x' })), null);
  assert.equal(owedEvent(text('received')), null);
});

test('in any order and however often, a text reaches one end and owes at most the event of that end', () => {
  const events = [queued, sent, delivered, failed('tried'), failed('unsaid'), failed('never_reached')];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 12 }), (told) => {
      let row = text('queued');
      const ends = new Set<string>();
      for (const event of told) {
        row = advanceText(row, event, at);
        if (row.finished_at) ends.add(row.status);
      }
      const firstEnd = told.find((event) => event.kind === 'delivered' || event.kind === 'failed')?.kind;
      assert.ok(ends.size <= 1);
      if (firstEnd) assert.equal(row.status, firstEnd);
      const owed = owedEvent(row);
      if (owed) assert.equal(owed, `sms.${row.status}`);
    }),
  );
});
