import fc from 'fast-check';
import type { Operation, State } from './model.ts';

/** An operation before its ids are known: `pick` chooses among what the state has by then. */
export interface Drawn {
  readonly kind: Operation['kind'];
  readonly pick: number;
  readonly name: string;
  readonly key: string | null;
}

const kindsAlone: readonly Operation['kind'][] = [
  ...(['create endpoint', 'delete endpoint', 'create trigger', 'delete trigger', 'list endpoints', 'list triggers'] as const),
  ...(['set schema', 'read schema', 'place call', 'end call', 'read call', 'publish', 'list deliveries', 'replay'] as const),
];

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

export const drawnAlone = drawnOf(kindsAlone);
export const drawnAtOnce = drawnOf(kindsAtOnce);

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
      return picked([...state.endpoints, ...state.gone], pick, (id) => ({ kind, id }));
    case 'create trigger':
      return state.triggers.length < mostTriggers ? picked(state.endpoints, pick, (endpointId) => ({ kind, endpointId })) : null;
    case 'delete trigger':
      return picked([...state.triggers.map(({ id }) => id), ...state.gone], pick, (id) => ({ kind, id }));
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
