import { isObject } from '../../contract/document.ts';
import type { Exchange } from '../exchange.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface PlacedCall {
  /** Is the call as its accepted request answered it. */
  readonly call: Fields;
  /** Is set once a request to end the call was accepted, or was answered by a 5xx that left it open. */
  ended: boolean;
  /** Holds the call as an answer first showed it with this status and its outcome, or as it is shown while it has ended and has none. */
  final: Fields | null;
}

export interface PublishedEvent {
  readonly eventType: string;
  readonly data: unknown;
}

interface SchemaRequest {
  readonly schema: string;
  /** Is when it was answered, in milliseconds. */
  readonly end: number;
}

/**
 * The part of the model about one tenant: what the accepted requests of its keys made. It is fed with every exchange of
 * these keys in the order of the answers, and with what the run did for the tenant through the operator API.
 */
export class Account {
  /** Is false for a tenant that others may use too: then only what the run made itself is judged. */
  readonly whole: boolean;
  readonly endpoints = new Map<string, Fields>();
  readonly triggers = new Map<string, Fields>();
  /** Hold every endpoint and trigger that ever existed. */
  readonly allEndpoints = new Map<string, Fields>();
  readonly allTriggers = new Map<string, Fields>();
  readonly secrets = new Map<string, string>();
  /** Holds what the extraction schema of each agent may be, as JSON: more than one where requests to set it overlapped. */
  readonly schemas = new Map<string, readonly string[]>();
  readonly calls = new Map<string, PlacedCall>();
  /** Holds the ids of calls that may have been placed although the answer was a 5xx. */
  readonly possibleCalls = new Set<string>();
  readonly numbers = new Set<string>();
  /** Holds the records of finished deliveries as they were last shown. */
  readonly finished = new Map<string, string>();
  readonly published: PublishedEvent[] = [];
  readonly dialerCalls: Fields[] = [];
  /** Holds operations whose effect an answer of 5xx left open. */
  readonly uncertain = new Set<string>();
  /** Holds the ids whose deletion an answer of 5xx left open. */
  readonly mayBeGone = new Set<string>();
  /** Is set once a key of the tenant sent a write, or the run did something for the tenant. */
  touched = false;
  /** Hold the ids of what was deleted, and by agent the requests of which one has set its schema. */
  readonly #deleted = new Set<string>();
  readonly #schemaRequests = new Map<string, readonly SchemaRequest[]>();

  constructor(whole: boolean) {
    this.whole = whole;
  }

  note(exchange: Exchange): void {
    const { request, response } = exchange;
    const { operationId } = request;
    if (operationId === null) return;
    if (request.method !== 'GET') this.touched = true;
    if (operationId === 'placeCall') this.#dialled(exchange);
    if (response.status >= 500 && response.status !== 503) {
      this.uncertain.add(operationId);
      if (request.method === 'DELETE') this.mayBeGone.add(lastSegment(request.path));
      if (operationId === 'endCall') this.#ended(request.path);
    }
    // A replayed answer tells of an effect that was noted before, and that may have been undone since.
    const replayed = response.headers['idempotency-replayed'] !== undefined;
    if (response.status < 300 && !replayed && (isObject(response.json) || response.status === 204))
      this.#effects[operationId]?.(isObject(response.json) ? response.json : {}, lastSegment(request.path), exchange);
  }

  readonly #effects: Readonly<Record<string, (body: Fields, id: string, exchange: Exchange) => void>> = {
    createWebhookEndpoint: ({ endpoint }) => {
      if (!isObject(endpoint)) return;
      const { signingSecret, ...made } = endpoint;
      const id = String(made['id']);
      if (this.allEndpoints.has(id)) return;
      if (!this.#deleted.has(id)) this.endpoints.set(id, made);
      this.allEndpoints.set(id, made);
      this.secrets.set(id, String(signingSecret));
    },
    deleteWebhookEndpoint: (_, id) => {
      this.#deleted.add(id);
      this.endpoints.delete(id);
      for (const [triggerId, { webhookEndpointId }] of this.triggers) if (webhookEndpointId === id) this.triggers.delete(triggerId);
    },
    createAutomationTrigger: ({ trigger }) => {
      if (!isObject(trigger) || this.allTriggers.has(String(trigger['id']))) return;
      // Of two requests at once the later answer may be that of the earlier one: then the trigger went with its endpoint.
      const isGone = this.#deleted.has(String(trigger['id'])) || this.#deleted.has(String(trigger['webhookEndpointId']));
      if (!isGone) this.triggers.set(String(trigger['id']), trigger);
      this.allTriggers.set(String(trigger['id']), trigger);
    },
    deleteAutomationTrigger: (_, id) => {
      this.#deleted.add(id);
      this.triggers.delete(id);
    },
    setExtractionSchema: ({ id, extractionSchema }, _last, exchange) =>
      this.#schemaSet(String(id), JSON.stringify(extractionSchema), exchange),
    readAgent: (agent) => this.#firstSeen(agent),
    listAgents: ({ agents }) => {
      for (const agent of objectsOf(agents)) this.#firstSeen(agent);
    },
    placeCall: ({ call }) => {
      if (isObject(call) && !this.calls.has(String(call['id'])))
        this.calls.set(String(call['id']), { call, ended: this.possibleCalls.has(String(call['id'])), final: null });
    },
    endCall: (_, _last, { request: { path } }) => this.#ended(path),
    readCall: ({ call }) => {
      const placed = isObject(call) ? this.calls.get(String(call['id'])) : undefined;
      if (!placed || !isObject(call) || call['endedAt'] === null) return;
      const { final } = placed;
      if (final === null || (final['outcome'] === null && final['status'] === call['status'])) placed.final = call;
    },
    readWebhookDelivery: ({ payload: _, attemptLog: __, ...record }) => this.#delivery(record),
    listWebhookDeliveries: ({ deliveries }) => {
      for (const record of objectsOf(deliveries)) this.#delivery(record);
    },
    retryWebhookDelivery: (_, _last, { request: { path } }) => void this.finished.delete(path.split('/').at(-2) ?? ''),
  };

  #ended(path: string): void {
    const placed = this.calls.get(path.split('/').at(-2) ?? '');
    if (placed) placed.ended = true;
  }

  #firstSeen({ id, extractionSchema }: Fields): void {
    if (!this.schemas.has(String(id))) this.schemas.set(String(id), [JSON.stringify(extractionSchema)]);
  }

  /** A request took effect between its beginning and its answer, so it undoes those that were answered before it began. */
  #schemaSet(agentId: string, schema: string, { at, ms }: Pick<Exchange, 'at' | 'ms'>): void {
    // `at` is in whole milliseconds, so requests in turn do not seem to overlap.
    const [begin, end] = [at.getTime(), Math.floor(at.getTime() + ms)];
    const possible = [...(this.#schemaRequests.get(agentId) ?? []).filter((before) => before.end > begin), { schema, end }];
    this.#schemaRequests.set(agentId, possible);
    this.schemas.set(
      agentId,
      possible.map((request) => request.schema),
    );
  }

  /** Keeps the first record that shows a finished delivery: a later one must be the same. */
  #delivery(record: Fields): void {
    const id = String(record['id']);
    if (isFinished(record) && !this.finished.has(id)) this.finished.set(id, JSON.stringify(record));
  }

  #dialled({ request, response }: Exchange): void {
    const number = /"phoneNumber"\s*:\s*"(\+\d{8,15})"/.exec(request.body?.toString('utf8') ?? '')?.[1];
    if (number) this.numbers.add(number);
    const possible = /"callId"\s*:\s*"(\w+)"/.exec(response.text)?.[1];
    if (possible && response.status >= 500) this.possibleCalls.add(possible);
  }
}

export const isFinished = ({ status }: Fields): boolean => status === 'success' || status === 'failed';

export const objectsOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);

const lastSegment = (path: string): string => path.split('?', 1)[0]?.split('/').at(-1) ?? '';
