import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RawJson } from '../../src/contract/raw-json.ts';
import { type OutgoingEvent, serializeEvent } from '../../src/events/event.ts';

const event = (data: Readonly<Record<string, unknown>>): OutgoingEvent => ({
  tenantId: 'ten_1',
  eventType: 'call.completed',
  dedupeKey: 'k',
  occurredAt: new Date('2026-03-02T12:00:00.123Z'),
  outcome: null,
  data,
});

test('the body is the envelope of the contract, in its order', () => {
  assert.equal(
    serializeEvent(event({ call_id: 'call_1' })),
    '{"event":"call.completed","timestamp":"2026-03-02T12:00:00.123Z","data":{"call_id":"call_1"}}',
  );
});

test('raw JSON goes in to the letter: key order, __proto__, long numbers, spaces', () => {
  const text = '{"__proto__":1,"2":1, "1":2,"n":12345678901234567890.10,"u":"\\u00e9"}';
  assert.ok(
    serializeEvent(event({ variables: new RawJson(text), inner: [{ metadata: new RawJson(text) }] })).includes(
      `"variables":${text},"inner":[{"metadata":${text}}]`,
    ),
  );
});

test('everything else reads as JSON.stringify writes it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(
        serializeEvent(event({ value })),
        serializeEvent(event({})).replace('"data":{}', () => `"data":${JSON.stringify({ value })}`),
      );
    }),
  );
  const odd = { at: new Date(0), gone: undefined, list: [undefined, null], text: '\ud800' };
  assert.ok(serializeEvent(event(odd)).endsWith(`${JSON.stringify(odd)}}`));
});
