import type { Voice } from '../../simulator/vapi/voice.ts';
import type { components, operations } from '../../src/contract/generated/public.ts';
import type { ReplyOf, RequestOf } from '../../src/contract/operation-types.ts';
import type { WebhookEvent } from '../webhooks/events.ts';
import type { PlacedCall } from './call-view.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { MockedAgent, MockLimits } from './options.ts';
import type { MockTime } from './time.ts';

/** The state of the mock's only tenant. */
export interface Account {
  readonly time: MockTime;
  readonly limits: MockLimits;
  /** Is the API's origin, for links. */
  readonly origin: string;
  readonly agents: Map<string, Agent>;
  readonly endpoints: Map<string, Endpoint>;
  readonly triggers: Map<string, Trigger>;
  readonly deliveries: Map<string, Delivery>;
  readonly answers: KeptAnswers;
  readonly newId: ReturnType<typeof newIds>;
  readonly voice: Voice;
  /** Holds calls by id. */
  readonly calls: Map<string, PlacedCall>;
  /** Returns a number in [0, 1). */
  readonly chance: () => number;
}

export type Agent = Omit<Required<MockedAgent>, 'extractionSchema'> & {
  extractionSchema: Readonly<Record<string, unknown>> | null;
  /** Is true for the first agent. */
  readonly isDefault: boolean;
  updatedAt: Date;
};

type Schemas = components['schemas'];

/** A webhook endpoint with its whole secret. */
export type Endpoint = Schemas['CreatedWebhookEndpoint'];
export type Trigger = Schemas['AutomationTrigger'];

export interface Delivery {
  shown: Schemas['WebhookDelivery'];
  readonly payload: WebhookEvent;
  /** Counts the failures of this cycle: a replay begins a new one. */
  failures: number;
}

/** An operation of the mock. The document defines its input and its answer. */
export type Operation<Id extends keyof operations> = (
  account: Account,
  request: RequestOf<operations[Id]> & { readonly apiKey: string },
) => ReplyOf<operations[Id]> | Promise<ReplyOf<operations[Id]>>;

/** Runs `work` once for the `idempotencyKey` of the body. */
export function once<R extends { readonly status: number }>(
  account: Account,
  operation: string,
  { apiKey, body }: { readonly apiKey: string; readonly body: { readonly idempotencyKey?: string | undefined } },
  work: () => R,
): R {
  const { reply, replayed } = account.answers.under({ apiKey, operation, body, at: account.time.now() }, work);
  return replayed ? { ...reply, headers: { 'Idempotency-Replayed': 'true' } } : reply;
}

/** Makes ids such as `call_0000000000000000000000001` in sequence, so that a test can predict them. */
export function newIds(): (prefix: 'call' | 'whe' | 'trg') => string {
  const counts = new Map<string, number>();
  return (prefix) => {
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    return `${prefix}_${String(count).padStart(26, '0')}`;
  };
}
