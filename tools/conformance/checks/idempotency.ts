import { randomUUID } from 'node:crypto';
import { Breach, type Check } from '../check.ts';
import { documents, type Operation } from '../documents.ts';
import type { Exchange } from '../exchange.ts';
import { bodyOf, expectRefusal, expectStatus, successOf, summary } from '../expect.ts';
import { writingOperation } from '../plain-request.ts';
import { sampleFor, undo } from '../samples.ts';
import { plainAgent, type Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

const rule =
  'Public API, Trying again: the same key with the same body gets the first answer again, byte for byte, with Idempotency-Replayed: true.';
const keyed = documents().operations.filter(({ bodySchema }) => 'idempotencyKey' in ((bodySchema?.['properties'] ?? {}) as object));

/** Group I checks that repeating a request is safe. The first four checks cover the operations that take a key. */
export const idempotencyChecks: readonly Check[] = [
  ...keyed.map(
    (operation, index): Check => ({
      id: `I${index + 1}`,
      title: `${operation.id} answers a repeated request again, and refuses another body under its key`,
      rule: `${rule} Another body is 409 idempotency_conflict.`,
      needs: operation.id === 'placeCall' ? ['simulator'] : [],
      run: (world) => repeat(world, operation),
    }),
  ),
  {
    id: 'I5',
    title: 'Of fifty requests with one key at once one places a call, and one telephone rings',
    rule: 'Public API, Trying again: while the first request is still at work, it is 503 idempotency_in_progress with Retry-After: 1.',
    needs: ['simulator'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const { body } = await keyedSample(world, tenant, 'placeCall');
      const exchanges = await Promise.all(Array.from({ length: 50 }, () => tenant.api.ask('placeCall', { body })));
      const ids = new Set(exchanges.filter(({ response }) => response.status === 201).map((exchange) => bodyOf(exchange, 201).call.id));
      if (ids.size !== 1) throw new Breach(`${ids.size} calls were placed.`, exchanges[0] ?? null);
      for (const exchange of exchanges) if (exchange.response.status !== 201) expectInProgress(world, exchange);
      const [callId] = [...ids];
      const dials = await world.simulator.dials(callId ?? '');
      if (dials !== 1) world.breach(`The telephone network dialled ${dials} times.`, exchanges[0]);
      await tenant.api.tidy('endCall', { path: { id: callId ?? '' } });
    },
  },
  {
    id: 'I6',
    title: 'Of twenty requests with one key at once one makes an endpoint',
    rule,
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const { body } = await keyedSample(world, tenant, 'createWebhookEndpoint');
      const exchanges = await Promise.all(Array.from({ length: 20 }, () => tenant.api.ask('createWebhookEndpoint', { body })));
      const ids = new Set(exchanges.filter(({ response }) => response.status === 201).map((exchange) => bodyOf(exchange, 201).endpoint.id));
      if (ids.size !== 1) world.breach(`${ids.size} endpoints were made.`, exchanges[0]);
      for (const exchange of exchanges) if (exchange.response.status !== 201) expectInProgress(world, exchange);
      for (const id of ids) await tenant.api.tidy('deleteWebhookEndpoint', { path: { id } });
    },
  },
  {
    id: 'I7',
    title: 'Another API key of the tenant, and another operation, have keys of their own',
    rule: 'Public API, Trying again: keys belong to the API key and the operation (and the agent, for extraction schemas).',
    needs: ['operator'],
    async run(world) {
      const tenant = await world.freshTenant({ moreAgents: [{ ...plainAgent, name: 'Another', isDefault: false }] });
      const { body } = await keyedSample(world, tenant, 'createWebhookEndpoint');
      const first = bodyOf(await tenant.api.ask('createWebhookEndpoint', { body }), 201).endpoint;
      const second = bodyOf(await (await tenant.key(['webhooks'])).ask('createWebhookEndpoint', { body }), 201).endpoint;
      if (first.id === second.id) world.breach('Another API key was given the answer of the first.');
      const trigger = {
        name: 'Same key',
        eventType: 'call.completed',
        webhookEndpointId: first.id,
        idempotencyKey: body['idempotencyKey'],
      };
      expectStatus(world, await tenant.api.ask('createAutomationTrigger', { body: trigger }), 201, 'the same key on another operation');
      const schema = { schema: { type: 'object', properties: {} }, idempotencyKey: body['idempotencyKey'] };
      for (const id of [tenant.agentId, ...(tenant.moreAgentIds ?? [])]) {
        const set = await tenant.api.ask('setExtractionSchema', { path: { id }, body: schema });
        if (bodyOf(set, 200).id !== id) world.breach('The same key on another agent was given the answer of the first.', set);
      }
    },
  },
  {
    id: 'I8',
    title: 'A request that was refused uses no key up',
    rule: 'Public API, Trying again: a request that was refused uses no key up.',
    async run(world) {
      const tenant = await world.tenant();
      const operation = writingOperation(world.documents, ['createWebhookEndpoint', 'placeCall']);
      const { id } = operation;
      const { path, body } = await keyedSample(world, tenant, id);
      const [code = '', change] = Object.entries(refused[id] ?? {})[0] ?? [];
      expectRefusal(world, await tenant.api.ask(id, { path, body: { ...body, ...change } }), 400, code);
      const made = await tenant.api.ask(id, { path, body });
      if (expectStatus(world, made, successOf(operation), 'the same key after a refusal')) await undo(tenant, id, made.response.json);
    },
  },
  {
    id: 'I9',
    title: 'A call that the provider refused may be placed again under the same key',
    rule: 'Public API, x-error-catalogue, placement_failed: send the same request with the same idempotencyKey.',
    needs: ['simulator'],
    async run(world) {
      const tenant = await world.tenant();
      const { body } = await keyedSample(world, tenant, 'placeCall');
      const refused = { ...body, phoneNumber: world.simulator.numberFor('provider-refuses') };
      for (const attempt of ['the first time', 'the second time'])
        expectRefusal(world, await tenant.api.ask('placeCall', { body: refused }), 500, 'placement_failed', attempt);
      const placed = await tenant.api.ask('placeCall', { body });
      if (expectStatus(world, placed, 201, 'another body, for the refused one used no key up'))
        await undo(tenant, 'placeCall', placed.response.json);
    },
  },
  {
    id: 'I10',
    title: 'A key is kept for 24 hours, and free afterwards',
    rule: 'Public API, Trying again: within 24 hours the same key gets the first answer again.',
    needs: ['clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const tenant = await world.tenant();
      const operation = writingOperation(world.documents, ['createWebhookEndpoint', 'placeCall']);
      const { path, body } = await keyedSample(world, tenant, operation.id);
      const ask = (): Promise<Exchange> => tenant.api.ask(operation.id, { path, body });
      const first = await ask();
      bodyOf(first, successOf(operation));
      await world.advance(23 * 3_600 + 3_000);
      expectReplay(world, first, await ask());
      await world.advance(3_600);
      const later = await ask();
      bodyOf(later, successOf(operation));
      if (later.response.text === first.response.text) world.breach('After 24 hours the key still gives the first answer.', later);
    },
  },
  {
    id: 'I11',
    title: 'Another key makes another endpoint, although the rest of the body is the same',
    rule,
    async run(world) {
      const tenant = await world.tenant();
      const { body } = await keyedSample(world, tenant, 'createWebhookEndpoint');
      const ids = new Set<string>();
      for (const idempotencyKey of [body['idempotencyKey'], randomUUID()]) {
        const made = bodyOf(await tenant.api.ask('createWebhookEndpoint', { body: { ...body, idempotencyKey } }), 201);
        ids.add(made.endpoint.id);
      }
      if (ids.size !== 2) world.breach('A request with another key was given the answer of the first.');
      for (const id of ids) await tenant.api.tidy('deleteWebhookEndpoint', { path: { id } });
    },
  },
];

/** Holds, by operation, a change that is refused, under the code of the refusal. */
const refused: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  createWebhookEndpoint: { invalid_webhook_url: { url: 'https://10.0.0.1/' } },
  placeCall: { invalid_phone_number: { phoneNumber: '12' } },
  setExtractionSchema: { invalid_extraction_schema: { schema: { type: 'string' } } },
  createAutomationTrigger: { invalid_conditions: { eventType: 'sms.failed', conditions: { outcome: ['BUSY'] } } },
};

async function repeat(world: World, operation: Operation): Promise<void> {
  const tenant = await world.tenant();
  const { path, body } = await keyedSample(world, tenant, operation.id);
  const ask = (sent: unknown): Promise<Exchange> => tenant.api.ask(operation.id, { path, body: sent });
  const first = await ask(body);
  if (first.response.status >= 300) return world.breach(`${operation.id} refuses its sample: ${summary(first)}.`, first);
  if (first.response.headers['idempotency-replayed']) world.breach('The first answer calls itself a replay.', first);
  expectReplay(world, first, await ask(body));
  const turned = Object.fromEntries(Object.entries(body).reverse());
  expectReplay(world, first, await ask(JSON.stringify(turned, null, 2)));
  expectReplay(world, first, await ask(escaped(JSON.stringify(body))));
  expectRefusal(
    world,
    await ask({ ...body, ...otherThan(operation.id) }),
    409,
    'idempotency_conflict',
    `${operation.id} with another body`,
  );
  // A refused body does not take the place of the first one.
  expectReplay(world, first, await ask(body));
  await undo(tenant, operation.id, first.response.json);
}

/** Returns a change to the request that gives it another meaning. */
const otherThan = (operationId: string): object =>
  ({ placeCall: { knownConsent: true }, setExtractionSchema: { schema: null } })[operationId] ?? { name: 'Another' };

/** Writes the same JSON with the first letter of every name escaped. */
const escaped = (json: string): string =>
  json.replace(
    /([{,])"([a-z])/g,
    (_, before: string, letter: string) => `${before}"\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

async function keyedSample(
  world: World,
  tenant: Tenant,
  operationId: string,
): Promise<{ path: Readonly<Record<string, string>>; body: Record<string, unknown> }> {
  const { path, body } = await sampleFor(world, tenant, operationId);
  return { path, body: { ...body, idempotencyKey: randomUUID() } };
}

function expectReplay(world: World, first: Exchange, again: Exchange): void {
  if (!expectStatus(world, again, first.response.status, 'the same request again')) return;
  if (!again.response.body.equals(first.response.body)) world.breach('The answer is not that of the first request, byte for byte.', again);
  if (again.response.headers['idempotency-replayed'] !== 'true') world.breach('The answer does not say that it is a replay.', again);
}

function expectInProgress(world: World, exchange: Exchange): void {
  if (!expectRefusal(world, exchange, 503, 'idempotency_in_progress', 'a request beside the first')) return;
  if (exchange.response.headers['retry-after'] !== '1') world.breach('Retry-After is not 1.', exchange);
}
