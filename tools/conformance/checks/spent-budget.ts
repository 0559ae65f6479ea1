import type { Api } from '../api.ts';
import type { Check } from '../check.ts';
import { conclusiveWithin } from '../conclusive.ts';
import type { Exchange } from '../exchange.ts';
import { expectRefusal } from '../expect.ts';
import { plainRead, plainWrite } from '../plain-request.ts';
import { goodRequests, oneOfEach, type Requests } from '../samples.ts';
import { scopes } from '../scopes.ts';
import { raisedLimits, type Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

/** J9 checks which requests a used-up budget refuses. */
export const spentBudget: readonly Check[] = [
  {
    id: 'J9',
    title: 'Once a budget is used up every operation is refused, and does nothing',
    rule: 'Public API, x-error-catalogue: rate_limited may be the answer of all operations.',
    needs: ['operator'],
    run: conclusiveWithin(60, async (world) => {
      const tenant = await world.freshTenant();
      const requests = await goodRequests(world, tenant, await oneOfEach(world, tenant));
      const before = await standing(tenant.api);
      const limited = await withLimits(world, tenant, { ...raisedLimits, readsPerMinute: 1, writesPerMinute: 1 });
      const budgets = new Set(world.documents.operations.map(({ budget }) => budget));
      for (const { operationId, parts } of [...budgets].map((budget) => (budget === 'read' ? plainRead : plainWrite)(world.documents)))
        await limited.ask(operationId, { ...parts, unpaced: true });
      for (const [id, request] of Object.entries(requests)) {
        const exchange = await limited.ask(id, { ...request, unpaced: true });
        if (expectRefusal(world, exchange, 429, 'rate_limited', `${id} over the budget`)) expectNothingLeft(world, exchange);
      }
      await expectNothingDone(world, before, await standing(await withLimits(world, tenant, raisedLimits)), requests);
    }),
  },
];

/** Asks with a new key. For a key already used, a service may apply the former limits for a moment. */
async function withLimits(world: World, tenant: Tenant, limits: typeof raisedLimits): Promise<Api> {
  await world.operator.setLimit({ tenantId: tenant.id ?? '', limits });
  return tenant.key(scopes);
}

function expectNothingLeft(world: World, exchange: Exchange): void {
  const { headers } = exchange.response;
  if (headers['x-ratelimit-limit'] !== '1' || headers['x-ratelimit-remaining'] !== '0')
    world.breach(
      `Of a budget of 1 that is used up, ${headers['x-ratelimit-remaining']} of ${headers['x-ratelimit-limit']} are left.`,
      exchange,
    );
  const seconds = Number(headers['retry-after']);
  if (!(seconds >= 1 && seconds <= 60)) world.breach(`The next token comes back within 60 s, but Retry-After is ${seconds}.`, exchange);
}

/** Reads the state that only requests change, as far as the service shows it. */
async function standing(api: Api): Promise<readonly Exchange[]> {
  const lists = ['listAgents', 'listWebhookEndpoints', 'listAutomationTriggers'].filter(api.offers);
  const shown: Exchange[] = [];
  for (const list of lists) shown.push(await api.ask(list));
  return shown;
}

async function expectNothingDone(world: World, before: readonly Exchange[], after: readonly Exchange[], requests: Requests): Promise<void> {
  for (const [index, exchange] of after.entries())
    if (exchange.response.text !== before[index]?.response.text)
      world.breach(`What was refused over the budget has changed ${exchange.request.operationId}.`, exchange);
  if (!world.has('simulator') || !requests['placeCall']) return;
  const sent = JSON.stringify(requests['placeCall']);
  const dialled = (await world.simulator.calls()).find(({ number }) => sent.includes(number));
  if (dialled) world.breach(`A call that was refused over the budget rang at ${dialled.number}.`);
}
