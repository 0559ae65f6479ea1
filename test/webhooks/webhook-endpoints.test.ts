import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { components } from '../../src/contract/generated/public.ts';
import { ApiError } from '../../src/errors.ts';
import type { Caller } from '../../src/operation.ts';
import { createWebhookEndpoint } from '../../src/webhooks/create-webhook-endpoint.ts';
import { listWebhookEndpoints } from '../../src/webhooks/list-webhook-endpoints.ts';
import { openSigningSecret } from '../../src/webhooks/signing-secret.ts';
import { contextOfFile } from '../support/context.ts';
import { caller } from '../support/fixtures.ts';
import { bodyOf, requestWith } from '../support/requests.ts';

const context = await contextOfFile();

type Body = components['schemas']['CreateWebhookEndpointRequest'];

const create = async (by: Caller, body: Partial<Body> = {}) => {
  const whole: Body = { name: 'CRM', url: 'http://127.0.0.1:9/hook', method: 'POST', isActive: true, ...body };
  const reply = await createWebhookEndpoint(context, by, requestWith(whole));
  return bodyOf<components['schemas']['CreatedWebhookEndpointReply']>(reply).endpoint;
};
const list = async (by: Caller) =>
  bodyOf<components['schemas']['WebhookEndpointsReply']>(await listWebhookEndpoints(context, by, requestWith(undefined, ''))).endpoints;

test('the secret is shown once, sealed at rest and masked in lists', async () => {
  const by = await caller(context);
  const made = await create(by);
  assert.match(made.signingSecret, /^[0-9a-f]{64}$/);
  const row = await context.db.knex('webhook_endpoints').where({ id: made.id }).first();
  assert.ok(!row.secret.includes(made.signingSecret));
  assert.equal(openSigningSecret(context.secrets, row.secret), made.signingSecret);
  const health = { state: 'healthy', since: null, reason: null };
  assert.deepEqual(await list(by), [{ ...made, signingSecret: '*'.repeat(60) + made.signingSecret.slice(-4), health }]);
});

test('what is security-critical is dropped and what is left is kept in its order', async () => {
  const by = await caller(context);
  const headers = JSON.parse('{"Host":"evil","x-b":"1","X-WEBHOOK-Signature":"forged","__proto__":"2","X-A":"3"}');
  const made = await create(by, { headers, method: 'PUT', isActive: false });
  assert.equal(JSON.stringify(made.headers), '{"x-b":"1","__proto__":"2","X-A":"3"}');
  const [listed] = await list(by);
  assert.deepEqual(
    [JSON.stringify(listed?.headers), listed?.method, listed?.isActive],
    ['{"x-b":"1","__proto__":"2","X-A":"3"}', 'PUT', false],
  );
});

// holds: L-ENDPOINTS-01
test('of fifty creates at once ten succeed, and the rest are told the limit', async () => {
  const by = await caller(context);
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => create(by)));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 10);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      assert.ok(
        outcome.reason instanceof ApiError && outcome.reason.code === 'endpoint_limit_reached' && outcome.reason.status === 400,
        String(outcome.reason),
      );
  }
  assert.equal((await list(by)).length, 10);
});
