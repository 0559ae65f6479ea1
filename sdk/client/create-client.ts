import { operationTable } from '../../src/contract/generated/public.ts';
import type { operations } from '../../src/contract/generated/published.ts';
import { type CallOptions, callOperation } from './call-operation.ts';
import { type CatchUpOptions, type CaughtUp, catchUp } from './catch-up.ts';
import { eachCall } from './each-call.ts';
import { eachWebhookDelivery } from './each-webhook-delivery.ts';
import type { InputOf, OperationId, ReplyOf } from './operation-types.ts';
import { noRateLimits, type RateLimits } from './rate-limits.ts';
import { type Clock, type Settings, systemClock } from './settings.ts';
import { type WaitOptions, waitForCall } from './wait-for-call.ts';

/** One method for each `operationId` of the document, and functions that combine several. */
export type Client = Operations & {
  /** Holds the state of both budgets in the newest answer. The tenant's other keys use the same budgets. */
  readonly rateLimits: RateLimits;
  /** Reads a call until it has ended. A webhook is faster and costs no budget. */
  waitForCall(id: string, options?: WaitOptions): Promise<ReplyOf<'readCall'>['call']>;
  /** Yields every call that is over, page after page, newest first. */
  eachCall(options?: CallOptions): AsyncGenerator<ReplyOf<'listCalls'>['calls'][number], void, undefined>;
  /** Yields every delivery that the filter finds, page after page, newest first. */
  eachWebhookDelivery(
    filter?: Omit<InputOf<'listWebhookDeliveries'>, 'page' | 'limit'>,
    options?: CallOptions,
  ): AsyncGenerator<ReplyOf<'listWebhookDeliveries'>['deliveries'][number], void, undefined>;
  /**
   * Sends again what your receiver has never seen of the deliveries made since then, the oldest first, and yields what became of each. It
   * begins as the generator is read, and leaves a quarter of both budgets to other programs.
   */
  catchUp(options: CatchUpOptions): AsyncGenerator<CaughtUp, void, undefined>;
};

export interface ClientOptions {
  /** Includes the path prefix: `https://ringpost.example.org/api/v1/public`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Limits how often a request is sent, where the contract says that repeating it is safe. */
  readonly maxTries?: number;
  /** Limits the pauses between the tries of one request, all together. */
  readonly maxWaitMs?: number;
  /** Limits the duration of one try. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** The operations are mapped under their own names, so that an editor shows at each method what the document says about it. */
type Operations = { readonly [Id in keyof operations as Id & OperationId]: (...given: Given<Id & OperationId>) => Promise<ReplyOf<Id>> };

/** The parameter is optional if the operation requires nothing. */
type Given<Id extends OperationId> =
  Record<never, never> extends InputOf<Id> ? [input?: InputOf<Id>, options?: CallOptions] : [input: InputOf<Id>, options?: CallOptions];

export function createClient(options: ClientOptions): Client {
  const settings: Settings = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: keyIn(options.apiKey),
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
    // There is one entry for each id, with the types of the document. fromEntries cannot tell them apart.
  ) as unknown as Operations;
  return {
    ...operations,
    rateLimits: settings.rateLimits,
    waitForCall: (id, wait = {}) => waitForCall({ id, readCall: operations.readCall, clock: settings.clock }, wait),
    eachCall: (call = {}) => eachCall((input) => operations.listCalls(input, call)),
    eachWebhookDelivery: (filter = {}, call = {}) => eachWebhookDelivery((input) => operations.listWebhookDeliveries(input, call), filter),
    catchUp: (caught) => catchUp({ ...operations, rateLimits: settings.rateLimits, clock: settings.clock }, caught),
  };
}

/**
 * Returns the key without white space around it, such as the line break of the file that it was read from. Other text is refused here,
 * because the error of a request would show the header with the key.
 */
function keyIn(text: string): string {
  const key = text.trim();
  if (!/^[!-~]*$/.test(key)) throw new TypeError('The API key has white space in it, or a character that no key has.');
  return key;
}

const operationIds = Object.keys(operationTable) as OperationId[];
