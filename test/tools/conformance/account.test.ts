import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../../tools/conformance/exchange.ts';
import { Account } from '../../../tools/conformance/model/account.ts';

/** What the model makes of requests that are under way at once, whose answers may come in another order than their effects. */

test('a trigger whose answer comes after that of its endpoint’s deletion is gone with it', () => {
  const account = new Account(true);
  account.note(exchange('createWebhookEndpoint', 'POST', '/webhooks', { endpoint: { id: 'whe_1', signingSecret: 's' } }));
  account.note(exchange('deleteWebhookEndpoint', 'DELETE', '/webhooks/whe_1', undefined));
  account.note(
    exchange('createAutomationTrigger', 'POST', '/automation-triggers', { trigger: { id: 'trg_1', webhookEndpointId: 'whe_1' } }),
  );
  assert.deepEqual([[...account.triggers.keys()], [...account.allTriggers.keys()]], [[], ['trg_1']]);
});

test('of two requests at once either may have set a schema, and of two in turn only the second', () => {
  const account = new Account(true);
  const set = (extractionSchema: unknown, begin: number, ms: number): void =>
    account.note(exchange('setExtractionSchema', 'PUT', '/agents/agt_1/extraction-schema', { id: 'agt_1', extractionSchema }, begin, ms));
  set(1, 0, 100);
  set(2, 50, 100);
  assert.deepEqual(account.schemas.get('agt_1'), ['1', '2']);
  set(3, 151, 10);
  assert.deepEqual(account.schemas.get('agt_1'), ['3']);
});

function exchange(operationId: string, method: string, path: string, json: unknown, begin = 0, ms = 1): Exchange {
  const request = { method, url: `http://127.0.0.1${path}`, path, operationId, headers: {}, body: null };
  const text = json === undefined ? '' : JSON.stringify(json);
  const response = { status: json === undefined ? 204 : 200, headers: {}, json, text, body: Buffer.from(text) };
  // Of an answer the model reads these members alone.
  return { seq: 1, at: new Date(begin), ms, check: 'S2', request, response: response as unknown as Exchange['response'] };
}
