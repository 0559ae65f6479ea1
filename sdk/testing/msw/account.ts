import type { Voice } from '../../../simulator/vapi/voice.ts';
import type { AgentRow } from '../../../src/agents/agents.ts';
import type { components, operations } from '../../../src/contract/generated/public.ts';
import type { RequestOf } from '../../../src/contract/operation-types.ts';
import type { RawJson } from '../../../src/contract/raw-json.ts';
import type { ListedDelivery } from '../../../src/deliveries/delivery.ts';
import type { ApiError } from '../../../src/errors.ts';
import type { TriggerWithEndpoint } from '../../../src/triggers/triggers.ts';
import type { EndpointRow } from '../../../src/webhooks/endpoints.ts';
import type { ReplyOf } from '../../client/operation-types.ts';
import type { WebhookEvent } from '../../webhooks/events.ts';
import type { PlacedCall } from './call-row.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { MockLimits } from './options.ts';
import type { MockTime } from './time.ts';

/** The state of the mock's only tenant. */
export interface Account {
  readonly time: MockTime;
  readonly limits: MockLimits;
  /** Is the API's origin, for links. */
  readonly origin: string;
  /** Holds its objects by the first segment of their path. */
  readonly objects: {
    readonly calls: Kept<PlacedCall>;
    readonly agents: Kept<Agent>;
    readonly webhooks: Kept<Endpoint>;
    readonly 'automation-triggers': Kept<TriggerWithEndpoint>;
    readonly 'webhook-deliveries': Kept<Delivery>;
  };
  readonly answers: KeptAnswers;
  readonly newId: ReturnType<typeof newIds>;
  readonly voice: Voice;
  /** Returns a number in [0, 1). */
  readonly chance: () => number;
}

/** Objects by id. `absent` makes the refusal of an id that none has. */
export class Kept<T> extends Map<string, T> {
  readonly absent: () => ApiError;

  constructor(absent: () => ApiError) {
    super();
    this.absent = absent;
  }

  one(id: string): T {
    const found = this.get(id);
    if (found === undefined) throw this.absent();
    return found;
  }
}

export interface Agent
  extends Pick<
    AgentRow,
    'id' | 'name' | 'is_active' | 'is_default' | 'active_outcomes' | 'qualifying_outcomes' | 'extraction_schema' | 'updated_at'
  > {
  /** Lists the variables that its prompt needs. */
  readonly requiredVariables: readonly string[];
}

/** A webhook endpoint with its whole secret. */
export interface Endpoint extends Omit<EndpointRow, 'version' | 'secret'> {
  readonly signingSecret: string;
}

export interface Delivery {
  row: ListedDelivery;
  readonly attemptLog: components['schemas']['DeliveryAttempt'][];
  readonly payload: WebhookEvent;
  /** Counts the outcomes of this cycle: a replay begins a new one. */
  cycleAttempt: number;
}

/** A request that the document has accepted. */
export type Asked<Id extends keyof operations> = Omit<RequestOf<operations[Id]>, 'about'>;

/** An operation that reads or changes state. It returns the body of its success; the document has the status. */
export type Operation<Id extends keyof operations> = (
  account: Account,
  request: Asked<Id>,
) => ReplyOf<Id> | RawJson | Promise<ReplyOf<Id> | RawJson>;

/** Makes ids such as `call_0000000000000000000000001` in sequence, so that a test can predict them. */
export function newIds(): (prefix: 'call' | 'whe' | 'trg') => string {
  const counts = new Map<string, number>();
  return (prefix) => {
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    return `${prefix}_${String(count).padStart(26, '0')}`;
  };
}
