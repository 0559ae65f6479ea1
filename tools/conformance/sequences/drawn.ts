import fc from 'fast-check';
import type { Api } from '../api.ts';
import { Skipped } from '../skipped.ts';
import type { Operation, State } from './model.ts';

/** An operation before its ids are known: `pick` chooses among what the state has by then. */
export interface Drawn {
  readonly kind: Operation['kind'];
  readonly pick: number;
  readonly name: string;
  readonly key: string | null;
}

/** Holds the operation of the API that each kind asks for. */
export const operationIds: Readonly<Record<Operation['kind'], string>> = {
  'create endpoint': 'createWebhookEndpoint',
  'delete endpoint': 'deleteWebhookEndpoint',
  'create trigger': 'createAutomationTrigger',
  'delete trigger': 'deleteAutomationTrigger',
  'list endpoints': 'listWebhookEndpoints',
  'list triggers': 'listAutomationTriggers',
  'set schema': 'setExtractionSchema',
  'read schema': 'listAgents',
  'place call': 'placeCall',
  'end call': 'endCall',
  'read call': 'readCall',
  publish: 'listWebhookDeliveries',
  'list deliveries': 'listWebhookDeliveries',
  replay: 'retryWebhookDelivery',
};

// An object's own names are those of its type here.
const kindsAlone = Object.keys(operationIds) as readonly Operation['kind'][];

/** Calls and events take their time, so their order among several clients cannot be judged by their answers. */
const kindsAtOnce = kindsAlone.slice(0, 8);

/** What makes something stands twice, because the others need it. */
const twice = (kinds: readonly Operation['kind'][]) => [...kinds, ...kinds.filter((kind) => /^(create|place|publish)/.test(kind))];

const drawnOf = (kinds: readonly Operation['kind'][]): fc.Arbitrary<Drawn> =>
  fc.record({
    kind: fc.constantFrom(...twice(kinds)),
    pick: fc.nat(7),
    name: fc.constantFrom('one', 'two'),
    key: fc.constantFrom(null, 'first', 'second'),
  });

/** Draws what one client does, of the operations that the service has. */
export const drawnAlone = (api: Api): fc.Arbitrary<Drawn> => drawnOf(offered(api, kindsAlone));
/** Draws what several clients do at once. */
export const drawnAtOnce = (api: Api): fc.Arbitrary<Drawn> => drawnOf(offered(api, kindsAtOnce));

/** Throws `Skipped` where the service has nothing that changes what a later operation answers. */
function offered(api: Api, kinds: readonly Operation['kind'][]): readonly Operation['kind'][] {
  const found = kinds.filter((kind) => api.offers(operationIds[kind]));
  if (found.some((kind) => /^(create|set|place|publish)/.test(kind))) return found;
  throw new Skipped(`needs one of the operations ${kinds.map((kind) => operationIds[kind]).join(', ')} that makes something`);
}

/** Fewer than a tenant may have, so that no limit is met. */
const mostEndpoints = 6;
const mostTriggers = 12;
const mostCalls = 3;

/** Returns the operation with its ids, or null if it makes no sense in this state. */
export function resolved({ kind, pick, name, key }: Drawn, state: State): Operation | null {
  switch (kind) {
    case 'create endpoint':
      return state.endpoints.length < mostEndpoints ? { kind, name, key } : null;
    case 'delete endpoint':
      return picked([...state.endpoints, ...state.gone.keys()], pick, (id) => ({ kind, id }));
    case 'create trigger':
      return state.triggers.length < mostTriggers ? picked(state.endpoints, pick, (endpointId) => ({ kind, endpointId })) : null;
    case 'delete trigger':
      return picked([...state.triggers.map(({ id }) => id), ...state.gone.keys()], pick, (id) => ({ kind, id }));
    case 'set schema':
      return { kind, property: key };
    case 'place call':
      return state.calls.size < mostCalls ? { kind } : null;
    case 'end call':
    case 'read call':
      return picked([...state.calls.keys()], pick, (id) => ({ kind, id }));
    case 'replay':
      return picked([...state.deliveries.keys()], pick, (id) => ({ kind, id }));
    default:
      return { kind };
  }
}

function picked(ids: readonly string[], pick: number, operation: (id: string) => Operation): Operation | null {
  const id = ids[pick % ids.length];
  return id === undefined ? null : operation(id);
}
