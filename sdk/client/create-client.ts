import { operationTable } from '../generated/operations.ts';
import { type CallOptions, callOperation } from './call-operation.ts';
import { eachWebhookDelivery } from './each-webhook-delivery.ts';
import type { InputOf, OperationId, ReplyOf } from './operation-types.ts';
import { noRateLimits, type RateLimits } from './rate-limits.ts';
import { type Clock, type Settings, systemClock } from './settings.ts';
import { type WaitOptions, waitForCall } from './wait-for-call.ts';

/** One method for each `operationId` of the document, and what one does with several of them. */
export type Client = Operations & {
  /** Where both budgets stood by the newest answer; the tenant's other keys draw on them too. */
  readonly rateLimits: RateLimits;
  /** Reads a call until it has ended. A webhook tells sooner and costs no budget. */
  waitForCall(id: string, options?: WaitOptions): Promise<ReplyOf<'readCall'>['call']>;
  /** Every delivery that the filter finds, page after page, the newest first. */
  eachWebhookDelivery(
    filter?: Omit<InputOf<'listWebhookDeliveries'>, 'page' | 'limit'>,
    options?: CallOptions,
  ): AsyncGenerator<ReplyOf<'listWebhookDeliveries'>['deliveries'][number], void, undefined>;
};

export interface ClientOptions {
  /** With the path prefix: `https://ringpost.example.org/api/v1/public`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** How often a request is sent at most, where the contract says that sending it again is safe. */
  readonly maxTries?: number;
  /** How long one request's tries may wait for each other, all together. */
  readonly maxWaitMs?: number;
  /** How long one try may take. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  readonly random?: () => number;
}

type Operations = { readonly [Id in OperationId]: (...given: Given<Id>) => Promise<ReplyOf<Id>> };

/** Nothing has to be passed where nothing is required. */
type Given<Id extends OperationId> =
  Record<never, never> extends InputOf<Id> ? [input?: InputOf<Id>, options?: CallOptions] : [input: InputOf<Id>, options?: CallOptions];

export function createClient(options: ClientOptions): Client {
  const settings: Settings = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    maxTries: options.maxTries ?? 4,
    maxWaitMs: options.maxWaitMs ?? 60_000,
    timeoutMs: options.timeoutMs ?? 30_000,
    fetch: options.fetch ?? ((...asked) => globalThis.fetch(...asked)),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    rateLimits: { ...noRateLimits },
  };
  const operations = Object.fromEntries(
    operationIds.map((id) => [id, (input: object = {}, call: CallOptions = {}) => callOperation(settings, id, input, call)]),
    // One entry for each id, whose types the document gives; fromEntries cannot tell them apart.
  ) as unknown as Operations;
  return {
    ...operations,
    rateLimits: settings.rateLimits,
    waitForCall: (id, wait = {}) => waitForCall({ id, readCall: operations.readCall, clock: settings.clock }, wait),
    eachWebhookDelivery: (filter = {}, call = {}) => eachWebhookDelivery((input) => operations.listWebhookDeliveries(input, call), filter),
  };
}

const operationIds = Object.keys(operationTable) as OperationId[];
