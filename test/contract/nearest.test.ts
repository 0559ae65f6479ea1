import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from '../../src/contract/nearest.ts';

const commands = ['tenant', 'text', 'trigger', 'delivery'];
const parameters = ['tenantId', 'endpointId', 'status', 'eventType', 'since', 'until', 'cursor', 'limit'];

for (const [word, known, meant] of [
  ['tenat', commands, 'tenant'],
  ['detelivery', commands, 'delivery'],
  ['deliv', commands, 'delivery'],
  ['txet', commands, 'text'],
  ['x', commands, null],
  ['wallet', commands, null],
  ['webhookEndpointId', parameters, 'endpointId'],
  ['endpoint', parameters, 'endpointId'],
  ['endpoint_id', parameters, 'endpointId'],
  ['filter[status]', parameters, 'status'],
  ['status[]', parameters, 'status'],
  ['state', parameters, 'status'],
  ['EventType', parameters, 'eventType'],
  ['type', parameters, 'eventType'],
  ['created_since', parameters, 'since'],
  ['colour', parameters, null],
  ['', parameters, null],
  ['[]', parameters, null],
  [`${'x'.repeat(100)}status`, parameters, null],
  ['status', [], null],
] as const) {
  test(`of ${known.join(', ') || 'nothing'} the nearest to ${JSON.stringify(word.slice(0, 20))} is ${meant}`, () =>
    assert.equal(nearest(word, known), meant));
}
