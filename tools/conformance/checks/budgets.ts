import { codeOf, isOverloaded } from '../api.ts';
import { isFinal, read } from '../calls.ts';
import type { Check } from '../check.ts';
import { cannotTell, conclusiveWithin } from '../conclusive.ts';
import type { Exchange } from '../exchange.ts';
import { bodyOf, detailsOf, expectRefusal, expectStatus } from '../expect.ts';
import { waitUntil } from '../patience.ts';
import { type PlainRequest, plainRead, plainWrite, writingOperation } from '../plain-request.ts';
import { sampleFor } from '../samples.ts';
import { scopes } from '../scopes.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

const budgets =
  'Public API, Budgets: 60 writes and 120 reads within any 60 seconds for all keys of a tenant together; every request takes one token.';
const windowSeconds = 60;

/** Group J checks that budgets have exactly their published size, and that a request over a budget has no effect. */
export const limitChecks: readonly Check[] = [
  budget('J1', 'writes', 60, ({ documents }) => plainWrite(documents)),
  budget('J2', 'reads', 120, ({ documents }) => plainRead(documents)),
  {
    id: 'J3',
    title: 'Reads and writes have budgets of their own, two keys share one, two tenants do not',
    rule: budgets,
    needs: ['operator'],
    run: conclusiveWithin(windowSeconds, async (world) => {
      const tenant = await world.freshTenant({ limits: { readsPerMinute: 3, writesPerMinute: 3 } });
      const other = await tenant.key(scopes);
      const read = plainRead(world.documents);
      for (const api of [tenant.api, other, tenant.api]) expectStatus(world, await unpaced(api, read), read.status, 'within the budget');
      for (const api of [tenant.api, other]) expectRefusal(world, await unpaced(api, read), 429, 'rate_limited', 'over the budget');
      const write = plainWrite(world.documents);
      expectStatus(world, await unpaced(tenant.api, write), write.status, 'a write where the reads are used up');
      const { api: stranger } = await world.second();
      expectStatus(world, await unpaced(stranger, read), read.status, 'another tenant');
    }),
  },
  {
    id: 'J4',
    title: 'What is over the budget makes nothing, and is refused before scope and body are looked at',
    rule: 'Public API, Which refusal comes first: 4. the budget, 5. the scope.',
    needs: ['operator'],
    run: conclusiveWithin(windowSeconds, async (world) => {
      const tenant = await world.freshTenant({ limits: { writesPerMinute: 2 } });
      const { id, scope } = writingOperation(world.documents, ['createWebhookEndpoint', 'placeCall']);
      const { path, body } = await sampleFor(world, tenant, id);
      const exchanges = await Promise.all(Array.from({ length: 6 }, () => tenant.api.ask(id, { path, body, unpaced: true })));
      const made = exchanges.filter(({ response }) => response.status < 300).length;
      if (made !== 2) world.breach(`Of 6 requests at a budget of 2, ${made} were answered well.`);
      if (id === 'createWebhookEndpoint' && tenant.api.offers('listWebhookEndpoints')) {
        const { endpoints } = bodyOf(await tenant.api.ask('listWebhookEndpoints'), 200);
        if (endpoints.length !== 2) world.breach(`Of 6 requests at a budget of 2, ${endpoints.length} endpoints were made.`);
      }
      const stranger = await tenant.key(scopes.filter((other) => other !== scope));
      expectRefusal(world, await stranger.ask(id, { path, body: '{', unpaced: true }), 429, 'rate_limited', 'a key without the scope');
    }),
  },
  {
    id: 'J5',
    title: 'Every request takes one token, the refused and the replayed as well, and the headers count it',
    rule: budgets,
    needs: ['operator'],
    run: conclusiveWithin(windowSeconds, async (world) => {
      const tenant = await world.freshTenant({ limits: { writesPerMinute: 50 } });
      const { api } = tenant;
      const { id } = writingOperation(world.documents, ['createWebhookEndpoint', 'placeCall']);
      const { path, body } = await sampleFor(world, tenant, id);
      const keyed = { path, body: { ...body, idempotencyKey: 'once' } };
      const write = plainWrite(world.documents);
      const asked = [
        await api.ask(id, keyed),
        await api.ask(id, keyed),
        await api.ask(id, { path, body: {} }),
        await api.ask(write.operationId, write.parts),
        await api.send('PUT', '/webhooks'),
        await api.send('POST', '/nothing'),
      ];
      const remaining = asked.map(({ response }) => response.headers['x-ratelimit-remaining']);
      if (remaining.join() !== '49,48,47,46,45,44' && remaining.slice(0, 4).join() !== '49,48,47,46')
        world.breach(`Of a budget of 50 there remain ${remaining.join(', ')}.`, asked[0]);
    }),
  },
  {
    id: 'J6',
    title: 'Without a valid key the budget of the address is shown, and not the tenant’s',
    rule: 'Public API, Budgets: an answer to a request without a valid key shows the budget of its address instead.',
    async run(world) {
      const { api } = await world.tenant();
      const { operationId, parts } = plainRead(world.documents);
      const refused = await world.nobody.ask(operationId, parts);
      const own = await api.ask(operationId, parts);
      if (refused.response.headers['x-ratelimit-limit'] === own.response.headers['x-ratelimit-limit'])
        world.warn('Without a key the budget looks like that of the tenant.', refused);
    },
  },
  {
    id: 'J7',
    title: 'The budget is full again when it says, and a request passes after Retry-After',
    rule: 'Public API, Budgets: X-RateLimit-Reset, when it is full again if you send nothing more; Retry-After, until the next request can pass.',
    needs: ['operator', 'clock'],
    profile: 'full',
    alone: true,
    // The last request is sent about 30 s before the second token comes back. The check's own real time shortens that.
    run: conclusiveWithin(25, async (world) => {
      const { api } = await world.freshTenant({ limits: { readsPerMinute: 2 } });
      const began = performance.now();
      const elapsed = (): number => (performance.now() - began) / 1_000;
      const read = plainRead(world.documents);
      const first = await unpaced(api, read);
      // Real time, also where the sandbox's clock has been moved.
      const now = Date.parse(first.response.headers['date'] ?? '') / 1_000;
      const reset = Number(first.response.headers['x-ratelimit-reset']);
      if (reset - (now + 60) < -1 || reset - (now + 60) > elapsed() + 5)
        world.breach(`After one request the budget is to be full in ${(reset - now).toFixed(0)} s, not 60.`, first);
      await world.advance(30);
      await unpaced(api, read);
      const refused = await unpaced(api, read);
      if (!expectRefusal(world, refused, 429, 'rate_limited', 'a third request')) return;
      const seconds = Number(refused.response.headers['retry-after']);
      if (seconds > 31 || seconds < 29 - elapsed())
        world.breach(`The next token comes back in about 30 s, but Retry-After is ${seconds}.`, refused);
      await world.advance(seconds);
      await passes(world, api, read, 'after Retry-After');
      expectRefusal(world, await unpaced(api, read), 429, 'rate_limited', 'and one more');
    }),
  },
  {
    id: 'J10',
    title: 'X-RateLimit-Reset moves on with the requests, for reads and for writes',
    rule: 'Public API, Budgets: X-RateLimit-Reset, when it is full again if you send nothing more; a token comes back 60 seconds later.',
    needs: ['operator'],
    profile: 'full',
    async run(world) {
      const { api } = await world.freshTenant();
      for (const [what, { operationId, parts }] of [
        ['reads', plainRead(world.documents)],
        ['writes', plainWrite(world.documents)],
      ] as const) {
        const ask = (): Promise<Exchange> => api.ask(operationId, parts);
        const first = await ask();
        // The condition is the service's own clock, so a slow machine only waits longer.
        await waitUntil(async () => secondsOf(await ask(), 'date') >= secondsOf(first, 'date') + 3);
        const last = await ask();
        const moved = secondsOf(last, 'x-ratelimit-reset') - secondsOf(first, 'x-ratelimit-reset');
        // Without the header it is NaN.
        if (!(moved >= 2)) world.breach(`After three seconds of requests the reset of the ${what} has moved by ${moved} s.`, last);
      }
    },
  },
  {
    id: 'J8',
    title: 'As many calls go at once as the tenant may have, and no more',
    rule: 'Public API, x-error-catalogue, concurrent_limit_exceeded: details {limit, active}, and no Retry-After.',
    needs: ['operator', 'simulator'],
    async run(world) {
      const tenant = await world.freshTenant({ limits: { writesPerMinute: 1_000, readsPerMinute: 1_000, concurrentCalls: 2 } });
      const place = (): Promise<Exchange> =>
        tenant.api.ask('placeCall', { body: { agentId: tenant.agentId, phoneNumber: world.simulator.numberFor('never-ends') } });
      const exchanges = await Promise.all(Array.from({ length: 6 }, place));
      const placed = exchanges.filter(({ response }) => response.status === 201);
      if (placed.length !== 2) world.breach(`${placed.length} calls go at once where 2 may.`, exchanges[0]);
      for (const exchange of exchanges.filter(({ response }) => response.status !== 201))
        if (expectRefusal(world, exchange, 429, 'concurrent_limit_exceeded', 'one call too many')) expectCount(world, exchange);
      // A service that cannot hang up has no way to make room for a third call at once.
      if (!tenant.api.offers('endCall') || !tenant.api.offers('readCall')) return;
      const ids = placed.map((exchange): string => bodyOf(exchange, 201).call.id);
      for (const id of ids) await tenant.api.ask('endCall', { path: { id } });
      // A final status gives the call's permit back.
      for (const id of ids) await waitUntil(async () => isFinal(world, await read(tenant, id)), 60_000);
      const later = await place();
      if (expectStatus(world, later, 201, 'once both are over'))
        await tenant.api.ask('endCall', { path: { id: bodyOf(later, 201).call.id } });
    },
  },
];

const unpaced = (api: Tenant['api'], { operationId, parts }: PlainRequest): Promise<Exchange> =>
  api.ask(operationId, { ...parts, unpaced: true });

function budget(id: string, what: 'reads' | 'writes', count: number, requestOf: (world: World) => PlainRequest): Check {
  return {
    id,
    title: `Of ${what} at once exactly ${count} pass, unless the tenant has another limit`,
    rule: budgets,
    needs: ['operator'],
    profile: 'full',
    async run(world) {
      const request = requestOf(world);
      const { api } = await world.freshTenant({ limits: {} });
      const until = performance.now() + windowSeconds * 1_000;
      const inTime: Exchange[] = [];
      const askOnce = async (): Promise<Exchange> => {
        const exchange = await unpaced(api, request);
        if (performance.now() < until) inTime.push(exchange);
        return exchange;
      };
      const exchanges = await Promise.all(Array.from({ length: count + 30 }, askOnce));
      // A request that a busy deployment put off may have taken a token first, and took another when it was sent again.
      const putOff = world.exchanges.filter(({ check, response }) => check === id && isOverloaded(response)).length;
      // A request that is answered after the window may have used a token that had come back.
      if (passed(inTime) > count || passed(exchanges) + putOff < count)
        world.breach(`${passed(inTime)} of ${count + 30} passed.`, exchanges.at(-1));
      else if (passed(exchanges) < count) cannotTell(world, `${putOff} requests were put off, for the deployment is busy.`);
      if (inTime.length <= count) cannotTell(world, `only ${inTime.length} requests were answered within ${windowSeconds} s.`);
      for (const exchange of exchanges) if (exchange.response.status === 429) expectRefusal(world, exchange, 429, 'rate_limited');
      // Put off before its key was known, a request shows the budget of its address.
      const told = exchanges.filter(({ response }) => !isOverloaded(response));
      const wrong = told.find(({ response }) => response.headers['x-ratelimit-limit'] !== String(count));
      if (wrong) world.breach(`The budget of ${what} says that it holds ${wrong.response.headers['x-ratelimit-limit']}.`, wrong);
    },
  };
}

const passed = (exchanges: readonly Exchange[]): number =>
  exchanges.filter(({ response }) => response.status !== 429 && !isOverloaded(response)).length;

/** Waits until the process has learned of the moved clock, which takes it up to a second. */
async function passes(world: World, api: Tenant['api'], read: PlainRequest, where: string): Promise<void> {
  let last = await unpaced(api, read);
  await waitUntil(async () => {
    if (codeOf(last.response.json) !== 'rate_limited') return true;
    last = await unpaced(api, read);
    return false;
  }, 10_000);
  expectStatus(world, last, read.status, where);
}

/** Returns a header's time in Unix seconds. */
function secondsOf({ response }: Exchange, name: string): number {
  const value = response.headers[name] ?? '';
  return name === 'date' ? Date.parse(value) / 1_000 : Number(value);
}

function expectCount(world: World, exchange: Exchange): void {
  const { limit, active } = detailsOf(exchange);
  if (limit !== 2 || active !== 2) world.breach('The details do not say that the limit is 2 and 2 are active.', exchange);
}
