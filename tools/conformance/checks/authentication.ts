import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from '../check.ts';
import { type Operation, offers } from '../documents.ts';
import type { Exchange } from '../exchange.ts';
import { detailsOf, expectRefusal, isSameJson } from '../expect.ts';
import { plainRead } from '../plain-request.ts';
import { goodRequests, oneOfEach, type Requests } from '../samples.ts';
import { scopes } from '../scopes.ts';
import type { World } from '../world.ts';

const order = 'Public API, Which refusal comes first';

/** Group F checks which keys may ask, and which refusal comes first when several apply. */
export const authentication: readonly Check[] = [
  {
    id: 'F1',
    title: 'Without a valid key every operation answers 401',
    rule: 'Public API, Authentication: every request carries Authorization: Bearer <key>.',
    async run(world) {
      const requests = await requestsOf(world);
      const { api } = await world.tenant();
      for (const { id } of world.documents.operations)
        for (const [what, authorization] of Object.entries(badAuthorizations(api.key ?? ''))) {
          const headers: Record<string, string> = authorization === null ? {} : { authorization };
          const exchange = await world.nobody.ask(id, { ...requests[id], headers });
          expectRefusal(world, exchange, 401, 'invalid_api_key', `${id} with ${what}`);
        }
    },
  },
  {
    id: 'F2',
    title: 'The scheme may be written in any case',
    rule: 'RFC 9110 section 11.1: the authentication scheme is case-insensitive.',
    async run(world) {
      const { api } = await world.tenant();
      const { operationId, parts, status } = plainRead(world.documents);
      for (const scheme of ['bearer', 'BEARER']) {
        const exchange = await world.nobody.ask(operationId, { ...parts, headers: { authorization: `${scheme} ${api.key}` } });
        if (exchange.response.status !== status) world.breach(`"${scheme}" was not taken for the Bearer scheme.`, exchange);
      }
    },
  },
  {
    id: 'F3',
    title: 'A key without the scope of an operation gets 403, whatever other scopes it has',
    rule: 'Public API, Authentication: each operation needs one scope, and no scope includes another.',
    needs: ['scoped keys'],
    async run(world) {
      const tenant = await world.tenant();
      const requests = await requestsOf(world);
      for (const scope of scopes) {
        const api = await tenant.key([scope]);
        for (const operation of world.documents.operations.filter((operation) => operation.scope !== scope)) {
          const exchange = await api.ask(operation.id, requests[operation.id]);
          const refused = expectRefusal(world, exchange, 403, 'insufficient_scope', `${operation.id} with a key for ${scope}`);
          if (refused) expectDetails(world, exchange, operation.scope, scope);
        }
      }
    },
  },
  {
    id: 'F4',
    title: 'A key with the one scope of an operation is enough',
    rule: 'Public API, Authentication: each operation needs one scope.',
    needs: ['scoped keys'],
    async run(world) {
      const tenant = await world.tenant();
      for (const operation of world.documents.operations) {
        const api = await tenant.key([scopeOf(operation)]);
        const exchange = await api.ask(operation.id, { path: { id: 'any' } });
        if ([401, 403].includes(exchange.response.status)) world.breach(`${operation.id} refuses a key for ${operation.scope}.`, exchange);
      }
    },
  },
  {
    id: 'F5',
    title: 'A tenant whose public API is off gets 403 on every operation',
    rule: `${order}: 3. The tenant's public API is off.`,
    needs: ['disabled tenant'],
    async run(world) {
      const api = await world.disabled();
      for (const { id } of world.documents.operations)
        expectRefusal(world, await api.ask(id, { path: { id: 'any' } }), 403, 'public_api_disabled', id);
    },
  },
  {
    id: 'F6',
    title: 'The key is judged before scope, body and look-up',
    rule: `${order}: 2, 5, 6, 7, 8.`,
    async run(world) {
      for (const { id, bodySchema } of world.documents.operations) {
        const body = bodySchema ? { body: '{"broken', headers: { 'content-type': 'text/plain' } } : {};
        expectRefusal(world, await world.nobody.ask(id, { path: { id: 'none' }, ...body }), 401, 'invalid_api_key', id);
      }
    },
  },
  {
    id: 'F7',
    title: 'The scope is judged before the body, the media type before its content, the content before any look-up',
    rule: `${order}: 5. scope, 6. media type and size, 7. the document, 8. the operation.`,
    needs: ['scoped keys'],
    async run(world) {
      const tenant = await world.tenant();
      for (const { id, scope, bodySchema } of world.documents.operations) {
        if (!bodySchema) continue;
        const path = { id: 'none' };
        const stranger = await tenant.key([scopes.find((other) => other !== scope) ?? 'read']);
        const broken = { path, body: '{"broken', headers: { 'content-type': 'text/plain' } };
        expectRefusal(world, await stranger.ask(id, broken), 403, 'insufficient_scope', `${id}, scope before media type`);
        expectRefusal(world, await tenant.api.ask(id, broken), 415, 'unsupported_media_type', `${id}, media type before JSON`);
        expectRefusal(world, await tenant.api.ask(id, { path, body: {} }), 400, 'invalid_request', `${id}, document before look-up`);
      }
    },
  },
  {
    id: 'F8',
    title: 'An unknown path is 404 and an unknown method 405 before the key is looked at',
    rule: `${order}: 1. path and method.`,
    async run(world) {
      for (const path of ['', '/', '/nothing', '/calls/', '/Calls', '/calls/a/b', '/agents/x/extraction-schema/y'])
        expectRefusal(world, await world.nobody.send('GET', path), 404, 'not_found', `GET ${path || '(the base URL)'}`);
      const known = offers(world.documents, 'placeCall') ? '/calls' : plainRead(world.documents).path;
      for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE'].filter((each) => world.documents.route(each, known) === null))
        expectRefusal(world, await world.nobody.send(method, known), 405, 'method_not_allowed', `${method} ${known}`);
    },
  },
  {
    id: 'F9',
    title: 'A revoked key stops working within five seconds',
    rule: 'Public API, Authentication: a key may expire, and may be revoked; either takes effect within five seconds.',
    needs: ['operator'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const tenantId = tenant.id ?? '';
      const { operationId, parts, status } = plainRead(world.documents);
      const granted = [scopeOf(world.documents.operation(operationId))];
      const { keyId, key } = await world.operator.makeKey({ tenantId, name: 'to be revoked', scopes: granted });
      const api = tenant.api.with(key);
      const before = await api.ask(operationId, parts);
      if (before.response.status !== status) return world.breach('A new key is refused.', before);
      await world.operator.setLimit({ tenantId, keyId, isRevoked: true });
      const until = performance.now() + 5_000;
      let [last, isLate] = [before, false];
      // The request that decides is sent after the five seconds: an answer to an earlier one may come later.
      for (; last.response.status === status && !isLate; await delay(250)) {
        isLate = performance.now() > until;
        last = await api.ask(operationId, parts);
      }
      expectRefusal(world, last, 401, 'invalid_api_key', 'five seconds after it was revoked');
    },
  },
];

/** Builds requests that would succeed with a good key, so that an effect behind a refusal would show. */
async function requestsOf(world: World): Promise<Requests> {
  const tenant = await world.tenant();
  const ids = await oneOfEach(world, tenant, 'never-ends');
  return goodRequests(world, tenant, ids);
}

const badAuthorizations = (key: string): Readonly<Record<string, string | null>> => ({
  'no key': null,
  'an empty header': '',
  'the scheme alone': 'Bearer',
  'another scheme': `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  'no scheme': key,
  'a word that is no key': 'Bearer nonsense',
  'an unknown key': `Bearer rp_test_c1_${'0'.repeat(26)}_${'a'.repeat(52)}`,
  'an unknown key of another cell': `Bearer rp_live_nowhere_${'0'.repeat(26)}_${'a'.repeat(52)}`,
  'a wrong secret': `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
  'a key with more behind it': `Bearer ${key}x`,
  'a key in two parts': `Bearer ${key.slice(0, 20)} ${key.slice(20)}`,
  'a key in capitals': `Bearer ${key.toUpperCase()}`,
});

function expectDetails(world: World, exchange: Exchange, required: string, granted: string): void {
  const details = detailsOf(exchange);
  if (details['required'] !== required || !isSameJson(details['granted'], [granted]))
    world.breach(`The details do not say that ${required} is required and ${granted} granted.`, exchange);
}

function scopeOf({ id, scope }: Operation): (typeof scopes)[number] {
  const known = scopes.find((candidate) => candidate === scope);
  if (!known) throw new Error(`${id} asks for the scope ${scope}, which nobody knows.`);
  return known;
}
