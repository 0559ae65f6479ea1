import type { Api } from '../api.ts';
import type { Check } from '../check.ts';
import { bodyOf, expectRefusal, expectStatus, isSameJson, itemOf, told } from '../expect.ts';
import { endpointUrl, newEndpoint, newTrigger, sampleFor } from '../samples.ts';
import type { World } from '../world.ts';

/**
 * Group H checks that created resources exist and deleted ones are gone. Limits on their number are in
 * `resource-counts.ts`, ids of nothing in `odd-ids.ts`, lists of deliveries in `pages.ts`.
 */
export const resourceChecks: readonly Check[] = [
  {
    id: 'H1',
    title: 'An endpoint is listed as it was made, its secret masked, and gone once deleted',
    rule: 'Public API, createWebhookEndpoint, listWebhookEndpoints, deleteWebhookEndpoint.',
    async run(world) {
      const { api } = await world.tenant();
      const body = {
        name: 'Kept as it was: é 🎈',
        url: endpointUrl(world),
        method: 'PUT',
        headers: { 'X-Tenant': 'acme' },
        isActive: false,
      };
      const { endpoint } = bodyOf(await api.ask('createWebhookEndpoint', { body }), 201);
      for (const [name, value] of Object.entries(body))
        if (!isSameJson(endpoint[name], value))
          world.breach(`${name} was sent as ${JSON.stringify(value)} and answered as ${JSON.stringify(endpoint[name])}.`);
      const list = await api.ask('listWebhookEndpoints');
      const { health, ...listed } = itemOf(list, 'endpoints', endpoint.id) ?? { health: undefined };
      const masked = String(listed['signingSecret']);
      if (!isSameJson(health, { state: 'healthy', since: null, reason: null }))
        world.breach('A new endpoint is not listed as healthy.', list);
      if (!isSameJson(listed, { ...endpoint, signingSecret: listed['signingSecret'] }))
        world.breach('It is not listed as it was made.', list);
      else if (!/^\*+$/.test(masked.slice(0, -4)) || !endpoint.signingSecret.endsWith(masked.slice(-4)))
        world.breach('The mask is not asterisks and the last four characters.', list);
      const words = { remove: 'deleteWebhookEndpoint', list: 'listWebhookEndpoints', code: 'webhook_not_found' };
      await expectGone(world, api, words, endpoint.id);
    },
  },
  {
    id: 'H2',
    title: 'A trigger is readable and listed as it was made, and gone once deleted',
    rule: 'Public API, createAutomationTrigger, readAutomationTrigger, listAutomationTriggers, deleteAutomationTrigger.',
    async run(world) {
      const tenant = await world.tenant();
      const webhookEndpointId = await newEndpoint(world, tenant);
      const body = {
        name: 'Wanted',
        eventType: 'call.completed',
        webhookEndpointId,
        conditions: { outcome: ['INTERESTED', 'CALLBACK'] },
        isActive: false,
      };
      const { trigger } = bodyOf(await tenant.api.ask('createAutomationTrigger', { body }), 201);
      const read = await tenant.api.ask('readAutomationTrigger', { path: { id: trigger.id } });
      if (!isSameJson(bodyOf(read, 200).trigger, trigger)) world.breach('It is not read as it was made.', read);
      const list = await tenant.api.ask('listAutomationTriggers');
      if (!isSameJson(itemOf(list, 'triggers', trigger.id), trigger)) world.breach('It is not listed as it was made.', list);
      const words = {
        remove: 'deleteAutomationTrigger',
        list: 'listAutomationTriggers',
        read: 'readAutomationTrigger',
        code: 'trigger_not_found',
      };
      await expectGone(world, tenant.api, words, trigger.id);
      await tenant.api.tidy('deleteWebhookEndpoint', { path: { id: webhookEndpointId } });
    },
  },
  {
    id: 'H3',
    title: 'Deleting an endpoint deletes its triggers',
    rule: 'Public API, deleteWebhookEndpoint: removes the endpoint and its automation triggers.',
    async run(world) {
      const tenant = await world.tenant();
      const endpoint = await newEndpoint(world, tenant);
      const trigger = await newTrigger(tenant, endpoint);
      await tenant.api.ask('deleteWebhookEndpoint', { path: { id: endpoint } });
      const read = await tenant.api.ask('readAutomationTrigger', { path: { id: trigger } });
      expectRefusal(world, read, 404, 'trigger_not_found', 'its trigger');
    },
  },
  {
    id: 'H6',
    title: 'A call is readable at once, as it was answered and with the link to come',
    rule: 'Public API, readCall: the call as it stands; placeCall: every result field is null.',
    needs: ['simulator'],
    async run(world) {
      const tenant = await world.tenant();
      const more = { metadata: 'METADATA', knownConsent: true, consentRecordId: 'consent-1' };
      const { body } = await sampleFor(world, tenant, 'placeCall');
      const ringing = { ...body, phoneNumber: world.simulator.numberFor('never-ends'), ...more };
      const placed = await tenant.api.ask('placeCall', { body: JSON.stringify(ringing).replace('"METADATA"', oddMetadata) });
      const { id } = bodyOf(placed, 201).call;
      const read = await tenant.api.ask('readCall', { path: { id } });
      const { call } = bodyOf(read, 200);
      if (call.id !== id) world.breach('Another call is read.', read);
      for (const echo of [placed, read])
        if (!echo.response.text.includes(`"metadata":${oddMetadata}`))
          world.breach('metadata is not echoed with its order and form.', echo);
      if (call.knownConsent !== true || call.consentRecordId !== 'consent-1') world.breach('The consent is not echoed.', read);
      if (call.recordingUrl !== null) world.breach('There is a recording before there was a conversation.', read);
      await tenant.api.tidy('endCall', { path: { id } });
    },
  },
  {
    id: 'H7',
    title: 'A schema is on the agent at once and gone when cleared; list and read show one agent alike',
    rule: 'Public API, readAgent: in the same form as in the list; setExtractionSchema: null switches extraction off.',
    async run(world) {
      const { api, agentId } = await world.tenant();
      const before = bodyOf(await api.ask('readAgent', { path: { id: agentId } }), 200);
      const schema = { type: 'object', properties: { z: { type: 'number' }, a: { type: 'string' } }, required: ['z'] };
      let updatedAt = before.updatedAt;
      for (const wanted of [schema, null, before.extractionSchema]) {
        const set = await api.ask('setExtractionSchema', { path: { id: agentId }, body: { schema: wanted } });
        const agent = bodyOf(set, 200);
        if (!isSameJson(agent.extractionSchema, wanted)) world.breach('The schema is not the one that was set.', set);
        if (wanted !== before.extractionSchema && !(agent.updatedAt > updatedAt))
          world.breach(`The schema was set, and updatedAt went from ${updatedAt} to ${agent.updatedAt}.`, set);
        updatedAt = agent.updatedAt;
        const read = await api.ask('readAgent', { path: { id: agentId } });
        if (!isSameJson(bodyOf(read, 200), agent)) world.breach('The agent is not read as it was answered.', read);
        if (!api.offers('listAgents')) continue;
        const list = await api.ask('listAgents');
        if (!isSameJson(itemOf(list, 'agents', agentId), agent)) world.breach('The agent is not listed as it is read.', list);
      }
    },
  },
  {
    id: 'H9',
    title: 'Headers that are not for a tenant to set are dropped, the others kept',
    rule: 'Public API, createWebhookEndpoint: the extra headers, without those that were dropped.',
    async run(world) {
      const { api } = await world.tenant();
      const dropped = Object.fromEntries(reservedHeaders.map((name) => [name, 'x']));
      const body = { name: 'Headers', url: endpointUrl(world), headers: { 'X-Kept': 'yes', ...dropped } };
      const made = await api.ask('createWebhookEndpoint', { body });
      const { endpoint } = bodyOf(made, 201);
      if (JSON.stringify(endpoint.headers) !== '{"X-Kept":"yes"}')
        world.breach(`The headers are ${JSON.stringify(endpoint.headers)}.`, made);
      await api.tidy('deleteWebhookEndpoint', { path: { id: endpoint.id } });
      const twice = { ...body, headers: { 'X-Case': 'a', 'x-case': 'b' } };
      expectRefusal(
        world,
        await api.ask('createWebhookEndpoint', { body: twice }),
        400,
        'invalid_request',
        'two names that differ by case',
      );
    },
  },
];

/** The text is written by hand: a JSON serialiser would sort its names, drop one and round its number. */
const oddMetadata = '{"b":1.0,"a":[null,"é"],"10":1,"9":12345678901234567890,"__proto__":{"x":1},"constructor":2}';

const reservedHeaders = [
  'Host',
  'AUTHORIZATION',
  'content-type',
  'Content-Encoding',
  'Transfer-Encoding',
  'Connection',
  'Keep-Alive',
  'TE',
  'Upgrade',
  'Cookie',
  'Proxy-X',
  'X-Forwarded-For',
  'Forwarded',
  'user-agent',
  'X-Webhook-Signature',
  'X_Webhook_Timestamp',
  'x-webhook-anything',
];

interface Words {
  readonly remove: string;
  readonly list: string;
  readonly read?: string;
  readonly code: string;
}

async function expectGone(world: World, api: Api, { remove, list, read, code }: Words, id: string): Promise<void> {
  expectStatus(world, await api.ask(remove, { path: { id } }), 204, 'deleting it');
  expectRefusal(world, await api.ask(remove, { path: { id } }), 404, code, 'deleting it again');
  if (read) expectRefusal(world, await api.ask(read, { path: { id } }), 404, code, 'reading what was deleted');
  const listed = await api.ask(list);
  if (listed.response.text.includes(id)) world.breach(`${told(listed)} still shows what was deleted.`, listed);
}
