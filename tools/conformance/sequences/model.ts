/** What a tenant has, as far as sequences of operations change it. */
export interface State {
  /** Holds the ids of living endpoints. */
  readonly endpoints: readonly string[];
  readonly triggers: readonly { readonly id: string; readonly endpointId: string }[];
  /** Holds, by the id of what was deleted, the rule of the specification by which it went. */
  readonly gone: ReadonlyMap<string, string>;
  /** Holds what is fixed about a call, once it has ended, by the call's id; null while it is live. */
  readonly calls: ReadonlyMap<string, string | null>;
  /** Holds the endpoint of each delivery by the delivery's id. */
  readonly deliveries: ReadonlyMap<string, string>;
  /** Holds the first request with each idempotency key, and the id of what it made. */
  readonly keys: ReadonlyMap<string, { readonly name: string; readonly id: string }>;
  /** Is true once a request was answered again for its key. */
  readonly replayed: boolean;
  /** Is the name of the property that the agent's schema extracts; null without a schema. */
  readonly schema: string | null;
}

export const nothing: State = {
  endpoints: [],
  triggers: [],
  gone: new Map(),
  calls: new Map(),
  deliveries: new Map(),
  keys: new Map(),
  replayed: false,
  schema: null,
};

/** An operation with its ids. */
export type Operation =
  | { readonly kind: 'create endpoint'; readonly name: string; readonly key: string | null }
  | { readonly kind: 'delete endpoint'; readonly id: string }
  | { readonly kind: 'create trigger'; readonly endpointId: string }
  | { readonly kind: 'delete trigger'; readonly id: string }
  | { readonly kind: 'list endpoints' }
  | { readonly kind: 'list triggers' }
  | { readonly kind: 'set schema'; readonly property: string | null }
  | { readonly kind: 'read schema' }
  | { readonly kind: 'place call' }
  | { readonly kind: 'end call'; readonly id: string }
  | { readonly kind: 'read call'; readonly id: string }
  | { readonly kind: 'publish' }
  | { readonly kind: 'list deliveries' }
  | { readonly kind: 'replay'; readonly id: string };

/** What a service answered, in the terms of the model. */
export interface Answer {
  readonly status: number;
  /** Is the id of what was made or replayed. */
  readonly id?: string;
  /** Holds what a list showed: ids, for deliveries with their endpoints. */
  readonly listed?: readonly { readonly id: string; readonly endpointId?: string }[];
  /** Is what is fixed about an ended call, or the property of the schema; null for a call without an end or an outcome, and for no schema. */
  readonly fact?: string | null;
}

/** Returns the state after an operation that was answered so, or, in a sentence, why that answer is impossible. */
export function after(state: State, operation: Operation, answer: Answer): State | string {
  switch (operation.kind) {
    case 'create endpoint':
      return afterCreation(state, operation, answer);
    case 'delete endpoint': {
      if (!state.endpoints.includes(operation.id)) return refused(state, answer, 404);
      if (answer.status !== 204) return wrongStatus(204, answer);
      const triggers = state.triggers.filter(({ endpointId }) => endpointId === operation.id);
      return {
        ...state,
        endpoints: state.endpoints.filter((id) => id !== operation.id),
        triggers: state.triggers.filter((trigger) => !triggers.includes(trigger)),
        gone: new Map([
          ...state.gone,
          [operation.id, 'E-DELETEWEBHOOK-02'],
          ...triggers.map(({ id }) => [id, 'E-DELETEWEBHOOK-04'] as const),
        ]),
      };
    }
    case 'create trigger': {
      const { endpointId } = operation;
      if (!state.endpoints.includes(endpointId)) return refused(state, answer, 404);
      if (answer.status !== 201 || answer.id === undefined) return wrongStatus(201, answer);
      return isKnown(state, answer.id) ?? { ...state, triggers: [...state.triggers, { id: answer.id, endpointId }] };
    }
    case 'delete trigger':
      if (!state.triggers.some(({ id }) => id === operation.id)) return refused(state, answer, 404);
      if (answer.status !== 204) return wrongStatus(204, answer);
      return {
        ...state,
        triggers: state.triggers.filter(({ id }) => id !== operation.id),
        gone: new Map(state.gone).set(operation.id, 'E-DELETETRIGGER-02'),
      };
    case 'list endpoints':
      return listed(state, answer, state.endpoints);
    case 'list triggers':
      return listed(
        state,
        answer,
        state.triggers.map(({ id }) => id),
      );
    case 'set schema':
      return answer.status === 200 ? { ...state, schema: operation.property } : wrongStatus(200, answer);
    case 'read schema':
      return answer.fact === state.schema ? state : `the agent extracts ${answer.fact}, and should extract ${state.schema}`;
    case 'place call':
      if (answer.status !== 201 || answer.id === undefined) return wrongStatus(201, answer);
      return state.calls.has(answer.id)
        ? `a new call has the id of another, ${answer.id}`
        : { ...state, calls: new Map(state.calls).set(answer.id, null) };
    case 'end call':
    case 'read call':
      return afterLook(state, operation.id, answer);
    case 'publish':
      return afterPublication(state, answer);
    case 'list deliveries':
      return listed(state, answer, [...state.deliveries.keys()]);
    case 'replay':
      if (!state.endpoints.includes(state.deliveries.get(operation.id) ?? '')) return refused(state, answer, 400);
      if (answer.status !== 200) return wrongStatus(200, answer);
      return answer.id === operation.id ? state : `the replay of ${operation.id} shows the delivery ${answer.id}`;
  }
}

function afterCreation(state: State, { name, key }: Extract<Operation, { kind: 'create endpoint' }>, answer: Answer): State | string {
  const first = key === null ? undefined : state.keys.get(key);
  if (first && first.name !== name) return refused(state, answer, 409);
  if (answer.status !== 201 || answer.id === undefined) return wrongStatus(201, answer);
  if (first)
    return answer.id === first.id
      ? { ...state, replayed: true }
      : `the second request with the key made ${answer.id}, and the first ${first.id}`;
  const keys = key === null ? state.keys : new Map(state.keys).set(key, { name, id: answer.id });
  return isKnown(state, answer.id) ?? { ...state, endpoints: [...state.endpoints, answer.id], keys };
}

function afterLook(state: State, id: string, { status, fact = null }: Answer): State | string {
  if (status !== 200) return wrongStatus(200, { status });
  const known = state.calls.get(id) ?? null;
  if (known === null) return { ...state, calls: new Map(state.calls).set(id, fact) };
  return fact === known ? state : `the call had ended as ${known}, and now ${fact === null ? 'has no end or no outcome' : `is ${fact}`}`;
}

/** One delivery for each living trigger is new, and what was there before is there still. */
function afterPublication(state: State, { listed: shown = [] }: Answer): State | string {
  const fresh = shown.filter(({ id }) => !state.deliveries.has(id));
  const wanted = state.triggers.map(({ endpointId }) => endpointId).sort();
  const got = fresh.map(({ endpointId }) => endpointId ?? '').sort();
  if (got.join() !== wanted.join())
    return `an event made deliveries to [${got.join(', ')}], and should have made them to [${wanted.join(', ')}]`;
  const deliveries = new Map(state.deliveries);
  for (const { id, endpointId = '' } of fresh) deliveries.set(id, endpointId);
  return listed({ ...state, deliveries }, { status: 200, listed: shown }, [...deliveries.keys()]);
}

function listed(state: State, { listed: shown = [] }: Answer, wanted: readonly string[]): State | string {
  const got = shown.map(({ id }) => id);
  const [missing, strange] = [wanted.filter((id) => !got.includes(id)), got.filter((id) => !wanted.includes(id))];
  if (missing.length > 0) return `the list lacks ${missing.join(', ')}`;
  if (strange.length > 0) return `the list shows ${strange.join(', ')}, which should not be there`;
  return got.length === wanted.length ? state : `the list shows something twice: ${got.join(', ')}`;
}

const refused = (state: State, answer: Answer, status: number): State | string =>
  answer.status === status ? state : wrongStatus(status, answer);

const wrongStatus = (wanted: number, { status }: Answer): string => `the answer is ${status}, and should be ${wanted}`;

const isKnown = ({ endpoints, triggers, gone }: State, id: string): string | null =>
  endpoints.includes(id) || gone.has(id) || triggers.some((trigger) => trigger.id === id)
    ? `something new has the id of another thing, ${id}`
    : null;
