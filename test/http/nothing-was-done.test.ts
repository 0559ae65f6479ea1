import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Contract } from '../../src/contract/compile.ts';
import { operatorContract, publicContract } from '../../src/contract/documents.ts';
import { LentSession } from '../../src/db/lent-session.ts';
import type { ListedCall } from '../../src/voice/voice-provider.ts';
import { type Ready, readyToCall } from '../calls/calling.ts';
import { type ApiClient, type ApiResponse, operatorOfFile, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { providerCallId } from '../support/fake-voice.ts';
import { apiKey, endpoint, forgetTenants, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';

/**
 * An answer of 503 `overloaded` says that nothing was done. Each operation that writes is asked again and again, and each time one more of
 * its statements is let through before the time of the request is over.
 */

const context = await contextOfFile();
const operator = await operatorOfFile(context);
const tenants = await publicOfFile(context);
const target = await receiverFor({ after });
// The weeks ahead are made now, so that the clock need not make them.
before(() => operatorOperations['advanceClock']?.({} as World));

/** What the requests name. */
interface World extends Ready {
  readonly api: ApiClient;
  readonly tenantId: string;
  readonly endpointId: string;
  /** No replay of it runs. */
  readonly otherEndpointId: string;
  readonly triggerId: string;
  /** It has failed for good. */
  readonly deliveryId: string;
  /** It runs. */
  readonly replayId: string;
  readonly callId: string;
  readonly apiKeyId: string;
}

let keys = 0;

async function newWorld(): Promise<World> {
  await forgetTenants(context);
  const ready = await readyToCall(context, { balance: 100_000_000 });
  const { tenantId } = ready.who;
  const key = await apiKey(context, tenantId);
  const { id: endpointId } = await endpoint(context, tenantId, { url: target.url });
  const { id: otherEndpointId } = await endpoint(context, tenantId, { url: target.url });
  const triggerId = await trigger(context, tenantId, endpointId);
  await publish(context, event(context, tenantId));
  const { knex } = context.db;
  const now = context.clock.now();
  const [{ id: deliveryId }] = await knex('webhook_deliveries')
    .where({ tenant_id: tenantId })
    .update({ status: 'failed', attempts: 6, cycle_attempt: 6, due_at: null, worker: null, finished_at: now, failed_at: now })
    .returning('id');
  await operator.api.post(`/tenants/${tenantId}/events`, { events: [leadQualified('known')] });
  const path = `/tenants/${tenantId}/webhook-endpoints/${endpointId}/replays`;
  const begun = await operator.api.post(path, { since: new Date(0).toISOString() });
  assert.equal(begun.status, 202, begun.raw);
  const api = tenants.api.with(key.text);
  const { agentId } = ready;
  const callId = (await api.post('/calls', { agentId, phoneNumber: '+14155550100' })).body.call.id;
  return {
    ...ready,
    api,
    tenantId,
    endpointId,
    otherEndpointId,
    triggerId,
    deliveryId,
    replayId: begun.body.replay.id,
    callId,
    apiKeyId: key.id,
  };
}

type Ask = (world: World) => Promise<ApiResponse>;

const minuteAgo = (): string => new Date(context.clock.realNow().getTime() - 60_000).toISOString();
const ofTenant =
  (method: string, path: string | ((world: World) => string), body?: object | ((world: World) => object)): Ask =>
  (world) => {
    const rest = typeof path === 'string' ? path : path(world);
    const given = typeof body === 'function' ? body(world) : body;
    return operator.api.request(method, `/tenants/${world.tenantId}${rest}`, given === undefined ? {} : { body: given });
  };
const atEndpoint =
  (rest = '') =>
  ({ endpointId }: World): string =>
    `/webhook-endpoints/${endpointId}${rest}`;
const keyed = (): object => ({ idempotencyKey: `key ${++keys}` });

const publicOperations: Readonly<Record<string, Ask>> = {
  placeCall: ({ api, agentId }) => api.post('/calls', { agentId, phoneNumber: '+14155550100', ...keyed() }),
  endCall: ({ api, callId }) => api.post(`/calls/${callId}/end`),
  setExtractionSchema: ({ api, agentId }) =>
    api.post(`/agents/${agentId}/extraction-schema`, { schema: { type: 'object', properties: { a: { type: 'string' } } }, ...keyed() }),
  createWebhookEndpoint: ({ api }) => api.post('/webhooks', { name: 'CRM', url: target.url, ...keyed() }),
  deleteWebhookEndpoint: ({ api, endpointId }) => api.request('DELETE', `/webhooks/${endpointId}`),
  createAutomationTrigger: ({ api, endpointId }) =>
    api.post('/automation-triggers', { name: 'Leads', eventType: 'lead.qualified', webhookEndpointId: endpointId, ...keyed() }),
  deleteAutomationTrigger: ({ api, triggerId }) => api.request('DELETE', `/automation-triggers/${triggerId}`),
  testAutomationTrigger: ({ api, triggerId }) => api.post(`/automation-triggers/${triggerId}/test`),
  retryWebhookDelivery: ({ api, deliveryId }) => api.post(`/webhook-deliveries/${deliveryId}/retry`),
};

const leadQualified = (dedupeKey: string): object => ({
  eventType: 'lead.qualified',
  dedupeKey,
  data: {
    origin: 'pipeline_stage',
    contactId: 'con_01kdvz1p6r8t0w2y4k6m8q0s2v',
    statusName: 'Qualified',
    source: 'pipeline',
    campaignId: null,
  },
});

/** What the provider lists of a call that the database does not know. */
const lostCall = (
  { tenantId, numberId }: World,
  { agentId, callId }: { readonly agentId: string; readonly callId: string },
): ListedCall => ({
  providerCallId: providerCallId(callId),
  controlUrl: null,
  reference: { callId, tenantId, agentId, keyHash: null, cell: context.config.cell },
  callId,
  to: '+14155550100',
  providerNumberId: `provider-${numberId}`,
  variables: {},
  createdAt: context.clock.realNow(),
  isOver: false,
});

const operatorOperations: Readonly<Record<string, Ask>> = {
  createTenant: () => operator.api.post('/tenants', { name: 'Alder Realty' }),
  updateTenant: ofTenant('PATCH', '', { publicApiEnabled: false }),
  deleteTenant: ofTenant('DELETE', ''),
  createApiKey: ofTenant('POST', '/api-keys', { name: 'CRM', scopes: ['read'] }),
  revokeApiKey: ofTenant('DELETE', ({ apiKeyId }) => `/api-keys/${apiKeyId}`),
  createPortalLink: ofTenant('POST', '/portal-links', { scopes: ['read'] }),
  createAgent: ofTenant('POST', '/agents', { name: 'Riley', systemPrompt: 'You call.', isDefault: true }),
  updateAgent: ofTenant('PATCH', ({ agentId }) => `/agents/${agentId}`, { isDefault: true }),
  placeTestCall: ofTenant(
    'POST',
    ({ agentId }) => `/agents/${agentId}/test-calls`,
    () => ({ phoneNumber: '+14155550100', ...keyed() }),
  ),
  createPhoneNumber: ofTenant('POST', '/phone-numbers', { phoneNumber: '+15550090001', providerNumberId: 'pn_1' }),
  updatePhoneNumber: ofTenant('PATCH', ({ numberId }) => `/phone-numbers/${numberId}`, { isActive: false }),
  sendText: ofTenant('POST', '/messages', () => ({ to: '+15550012345', body: 'Hello', dedupeKey: `text ${++keys}` })),
  creditWallet: ofTenant('POST', '/wallet/credit', { amountMicros: 1, dedupeKey: 'payment' }),
  upsertContact: ofTenant('PUT', '/contacts', { phone: '+15550012345', name: 'Dana' }),
  createErasure: ofTenant('POST', '/erasures', { phoneNumber: '+15550012345' }),
  // One of the two is known, so its id is looked up.
  publishEvents: ofTenant('POST', '/events', { events: [leadQualified('known'), leadQualified('new')] }),
  recordDialerCall: ofTenant('POST', '/dialer-calls', () => ({
    dedupeKey: 'dialer',
    phoneNumber: '+14155550123',
    fromPhoneNumber: '+14155550100',
    status: 'completed',
    outcome: 'INTERESTED',
    durationSeconds: 9,
    startedAt: minuteAgo(),
    endedAt: minuteAgo(),
  })),
  updateWebhookEndpoint: ofTenant('PATCH', atEndpoint(), { standardWebhooks: true, isActive: true }),
  rotateSigningSecret: ofTenant('POST', atEndpoint('/rotate-secret')),
  updateTrigger: ofTenant('PATCH', ({ triggerId }) => `/automation-triggers/${triggerId}`, { isActive: false }),
  createReplay: ofTenant('POST', ({ otherEndpointId }) => `/webhook-endpoints/${otherEndpointId}/replays`, {
    since: new Date(0).toISOString(),
  }),
  cancelReplay: (world) => ofTenant('POST', atEndpoint(`/replays/${world.replayId}/cancel`))(world),
  retryDelivery: ({ deliveryId }) => operator.api.post(`/deliveries/${deliveryId}/retry`),
  markRestored: () => operator.api.post('/restores', { lostFrom: minuteAgo() }),
  // One is hung up, and two are taken back.
  adoptCalls: (world) => {
    const lost = ['agt_gone', world.agentId, world.agentId].map((agentId, n) => lostCall(world, { agentId, callId: `call_lost_${n}` }));
    context.voice.onList = () => ({ kind: 'calls', calls: lost });
    return operator.api.post('/restores/adopt-calls', { since: minuteAgo() });
  },
  createSession: () => operator.api.post('/session'),
  endSession: () => operator.api.request('DELETE', '/session'),
  advanceClock: () => operator.api.post('/clock/advance', { seconds: 1 }),
};

const writes = (contract: Contract): readonly string[] =>
  contract.paths.flatMap(({ operations }) => [...operations.values()].flatMap(({ id, method }) => (method === 'GET' ? [] : [id])));

const query = LentSession.prototype.query;
/** So many statements are let through. It is negative where the time of a session is over. */
let left = Number.POSITIVE_INFINITY;
LentSession.prototype.query = function limited(...given: Parameters<typeof query>) {
  if (!given[0].text.startsWith('rollback') && left-- <= 0) Object.assign(this, { deadline: 0 });
  return query.apply(this, given);
};
after(() => {
  LentSession.prototype.query = query;
});

/** Returns every row, but for the log of what operators did and the note that the server was seen. */
async function everything(): Promise<readonly string[]> {
  const { rows: tables } = await context.db.knex.raw(
    `select relname as name
       from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname not in ('audit_log', 'database_identity')
      order by relname`,
  );
  const each = tables.map(({ name }: { name: string }) => `select '${name} ' || to_jsonb(t)::text as row from "${name}" t`);
  const { rows } = await context.db.knex.raw(`${each.join(' union all ')} order by 1`);
  return rows.map(({ row }: { row: string }) => row);
}

/** Counts what others were told. */
const told = () => ({ placed: context.voice.placed.length, ended: context.voice.ended.length, received: target.received.length });

for (const [contract, operations] of [
  [publicContract(), publicOperations],
  [operatorContract(), operatorOperations],
] as const)
  for (const id of writes(contract))
    test(`${id} is answered with 503 only where nothing was done`, async () => {
      const ask = operations[id];
      assert.ok(ask, `${id} has no request here`);
      let world = await newWorld();
      let earlier = await everything();
      for (let statements = 0; ; statements += 1) {
        const asked = told();
        left = statements;
        const answer = await ask(world);
        const isWhole = left >= 0;
        left = Number.POSITIVE_INFINITY;
        if (isWhole) return assert.ok(answer.status < 300, `${id}: ${answer.raw}`);
        if (answer.status === 503) {
          assert.deepEqual(await everything(), earlier, `${id} after ${statements} statements`);
          assert.deepEqual(told(), asked);
        } else {
          world = await newWorld();
          earlier = await everything();
        }
      }
    });
