import { type Call, followToOutcome, isFinal } from '../calls.ts';
import type { Exchange } from '../exchange.ts';
import { itemOf, itemsOf } from '../expect.ts';
import { waitUntil } from '../patience.ts';
import { happen } from '../subscription.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';
import type { Answer, Operation, State } from './model.ts';

/** One play of a sequence: the tenant that it has for itself, and the requests that made the sequence. */
export interface Play {
  readonly world: World;
  readonly tenant: Tenant;
  readonly receiverUrl: string;
  readonly exchanges: Exchange[];
}

/** Sends an operation and returns its answer in the terms of the model. Waits for what follows later: ends and attempts. */
export async function perform(play: Play, state: State, operation: Operation): Promise<Answer> {
  const { world, tenant } = play;
  switch (operation.kind) {
    case 'create endpoint': {
      const { name, key } = operation;
      const body = { name, url: play.receiverUrl, ...(key !== null && { idempotencyKey: key }) };
      return madeBy(await ask(play, 'createWebhookEndpoint', { body }), 'endpoint');
    }
    case 'delete endpoint':
      return statusOf(await ask(play, 'deleteWebhookEndpoint', { path: { id: operation.id } }));
    case 'create trigger': {
      const body = { name: 'Sequence', eventType: 'sms.delivered', webhookEndpointId: operation.endpointId };
      return madeBy(await ask(play, 'createAutomationTrigger', { body }), 'trigger');
    }
    case 'delete trigger':
      return statusOf(await ask(play, 'deleteAutomationTrigger', { path: { id: operation.id } }));
    case 'list endpoints':
      return listedBy(await ask(play, 'listWebhookEndpoints'), 'endpoints');
    case 'list triggers':
      return listedBy(await ask(play, 'listAutomationTriggers'), 'triggers');
    case 'set schema': {
      const { property } = operation;
      const schema = property === null ? null : { type: 'object', properties: { [property]: { type: 'string' } } };
      return statusOf(await ask(play, 'setExtractionSchema', { path: { id: tenant.agentId }, body: { schema } }));
    }
    case 'read schema': {
      const exchange = await ask(play, 'listAgents');
      const agent = itemOf(exchange, 'agents', tenant.agentId);
      const schema = agent?.['extractionSchema'] as { properties?: object } | null | undefined;
      return { status: exchange.response.status, fact: Object.keys(schema?.properties ?? {})[0] ?? null };
    }
    case 'place call': {
      const body = { agentId: tenant.agentId, phoneNumber: world.simulator.numberFor('never-ends') };
      return madeBy(await ask(play, 'placeCall', { body }), 'call');
    }
    case 'end call': {
      const { response } = await ask(play, 'endCall', { path: { id: operation.id } });
      if (response.status !== 200) return { status: response.status };
      const { last } = await followToOutcome(world, tenant, 'never-ends', operation.id);
      return { status: 200, fact: factOf(world, last) };
    }
    case 'read call': {
      const { response } = await ask(play, 'readCall', { path: { id: operation.id } });
      return { status: response.status, fact: response.status === 200 ? factOf(world, (response.json as { call: Call }).call) : null };
    }
    case 'publish':
      await happen(world, tenant, 'sms.delivered');
      return delivered(play, state.deliveries.size + state.triggers.length);
    case 'list deliveries':
      return listedBy(await ask(play, 'listWebhookDeliveries', { query: { limit: 50 } }), 'deliveries');
    case 'replay': {
      const { response } = await ask(play, 'retryWebhookDelivery', { path: { id: operation.id } });
      const { id } = response.json as { id?: string };
      return { status: response.status, ...(response.status === 200 && id !== undefined && { id }) };
    }
  }
}

/** What may not change any more once a call has ended and has its outcome. Until then the provider may correct the times, so nothing is said. */
const factOf = (world: World, call: Call): string | null =>
  isFinal(world, call) && call.outcome !== null ? `${call.status} at ${call.endedAt} after ${call.durationSeconds} s` : null;

/** Returns the list of deliveries once there are so many and none is under way, or as it is when patience ends. */
async function delivered(play: Play, count: number): Promise<Answer> {
  const list = () => play.tenant.api.ask('listWebhookDeliveries', { query: { limit: 50 } });
  let exchange = await list();
  await waitUntil(async () => {
    const deliveries = itemsOf(exchange, 'deliveries');
    if (deliveries.length >= count && deliveries.every(({ status }) => status === 'success')) return true;
    exchange = await list();
    return false;
  });
  play.exchanges.push(exchange);
  return listedBy(exchange, 'deliveries');
}

async function ask({ tenant, exchanges }: Play, ...asked: Parameters<Tenant['api']['ask']>): Promise<Exchange> {
  const exchange = await tenant.api.ask(...asked);
  exchanges.push(exchange);
  return exchange;
}

const statusOf = ({ response }: Exchange): Answer => ({ status: response.status });

function madeBy({ response }: Exchange, what: 'endpoint' | 'trigger' | 'call'): Answer {
  const made = (response.json as Readonly<Record<string, { id: string } | undefined>> | undefined)?.[what];
  return { status: response.status, ...(response.status === 201 && made && { id: made.id }) };
}

const listedBy = (exchange: Exchange, list: string): Answer => ({
  status: exchange.response.status,
  listed: itemsOf(exchange, list).map(({ id, endpoint }) => ({
    id: String(id),
    ...(list === 'deliveries' && { endpointId: (endpoint as { id: string }).id }),
  })),
});
