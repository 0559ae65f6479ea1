import { operationTable } from '../../src/contract/generated/public.ts';
import { ask, questionOf } from './ask.ts';
import { type Circumstances, mayBeDone, NoAnswerError, RefusedError, type RingpostError } from './errors.ts';
import type { OperationId } from './operation-types.ts';
import type { OperationRow, Settings } from './settings.ts';

export interface CallOptions {
  /** Aborts the request, between tries and during one. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a request, and repeats it where the contract says that this is safe: after the codes of `x-retry`, and after no
 * answer at all. If no `idempotencyKey` is given one is made. It is the same on every try, and the last try's error
 * carries it.
 */
export async function callOperation(settings: Settings, id: OperationId, input: object, { signal }: CallOptions): Promise<unknown> {
  const operation: OperationRow = operationTable[id];
  const keyed = withIdempotencyKey(operation, input);
  const circumstances: Circumstances = { operation: id, tries: 0, idempotencyKey: keyOf(keyed) };
  const question = questionOf(settings, operation, id, keyed);
  let waited = 0;
  let lost = false;
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted();
    const outcome = await ask(settings, operation, question, { ...circumstances, tries }, signal);
    if (outcome.kind === 'done') return outcome.body;
    const { error } = outcome;
    // An earlier try succeeded and its answer was lost: the resource is deleted.
    if (lost && operation.method === 'DELETE' && error instanceof RefusedError && error.status === 404) return undefined;
    const pause = outcome.retryAfterMs ?? backoff(tries, settings.random);
    if (!outcome.repeatable || tries >= settings.maxTries || waited + pause > settings.maxWaitMs)
      throw lost && keyOf(keyed) !== undefined && comesBeforeTheKey(error) ? new NoAnswerError(error, error) : error;
    lost ||= mayBeDone(error);
    await settings.clock.sleep(pause, signal);
    waited += pause;
  }
}

/** Tells if a refusal is given before the idempotency key is looked up, so that it says nothing of the tries before it. */
const comesBeforeTheKey = (error: RingpostError): boolean =>
  error instanceof RefusedError && ([401, 403].includes(error.status) || ['rate_limited', 'overloaded'].includes(error.code));

/** A key that is no text is the caller's all the same, and the service says what is wrong with it. */
const withIdempotencyKey = (operation: OperationRow, input: { readonly idempotencyKey?: unknown }): object =>
  operation.idempotencyField === null || (input.idempotencyKey ?? null) !== null
    ? input
    : { ...input, [operation.idempotencyField]: crypto.randomUUID() };

const keyOf = (input: { readonly idempotencyKey?: unknown }): string | undefined =>
  typeof input.idempotencyKey === 'string' ? input.idempotencyKey : undefined;

/**
 * The pause starts at half a second and doubles each time. It is shortened by up to half at random, so that clients
 * that failed together spread out.
 */
const backoff = (tries: number, random: () => number): number => Math.min(8_000, 500 * 2 ** (tries - 1)) * (1 - random() / 2);
