import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asyncApiDocument } from '../../src/contract/documents.ts';
import { eventProblems } from '../../src/contract/event-schemas.ts';

const messages = Object.values(asyncApiDocument().components.messages).filter((message) => message.payload !== undefined);

test('the five subscribable events are known, and no other', () => {
  const names = messages.map((message) => message.name ?? '').sort();
  assert.deepEqual(names, ['call.completed', 'lead.qualified', 'sms.delivered', 'sms.failed', 'sms.received']);
  for (const event of ['sms.sent', 'call.started', 'constructor', undefined, 1]) assert.equal(eventProblems({ event })[0]?.path, '/event');
});

for (const message of messages) {
  for (const [i, example] of (message.examples ?? []).entries()) {
    const body = example.payload;
    test(`the document’s own example of ${message.name} fits its schema: ${example.name ?? i}`, () => {
      assert.ok(typeof body === 'object' && body !== null && 'event' in body && 'data' in body);
      assert.deepEqual(eventProblems(body), []);
    });

    test(`a ${message.name} without its data, or with an odd timestamp, does not: ${example.name ?? i}`, () => {
      assert.ok(typeof body === 'object' && body !== null && 'event' in body && 'data' in body);
      const { data: _data, ...rest } = body;
      assert.deepEqual(eventProblems(rest), [{ path: '/data', message: 'is required' }]);
      assert.ok(eventProblems({ ...body, timestamp: 'yesterday' }).some((problem) => problem.path === '/timestamp'));
    });
  }
}
