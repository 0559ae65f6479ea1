import { operationTable } from '../generated/operations.ts';
import { ask } from './ask.ts';
import { type Circumstances, NoAnswerError, RefusedError } from './errors.ts';
import type { OperationId } from './operation-types.ts';
import type { OperationRow, Settings } from './settings.ts';

export interface CallOptions {
  /** Gives up, between tries and within one. */
  readonly signal?: AbortSignal;
}

/**
 * Asks, and asks again where the contract says that it is safe: after the codes of `x-retry`, and after no answer at all. An
 * `idempotencyKey` is made where none is given, and is the same on every try; the error of the last one carries it.
 */
export async function callOperation(settings: Settings, id: OperationId, input: object, { signal }: CallOptions): Promise<unknown> {
  const operation: OperationRow = operationTable[id];
  const keyed = withIdempotencyKey(operation, input);
  const circumstances: Circumstances = { operation: id, tries: 0, idempotencyKey: keyOf(keyed) };
  let waited = 0;
  let lost = false;
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted();
    const outcome = await ask(settings, operation, keyed, { ...circumstances, tries }, signal);
    if (outcome.kind === 'done') return outcome.body;
    const { error } = outcome;
    // The answer that says so was lost on the way: what was to be deleted is gone.
    if (lost && operation.method === 'DELETE' && error instanceof RefusedError && error.status === 404) return undefined;
    lost ||= error instanceof NoAnswerError;
    const pause = outcome.retryAfterMs ?? backoff(tries, settings.random);
    if (!outcome.repeatable || tries >= settings.maxTries || waited + pause > settings.maxWaitMs) throw error;
    await settings.clock.sleep(pause, signal);
    waited += pause;
  }
}

const withIdempotencyKey = (operation: OperationRow, input: object): object =>
  operation.idempotencyField === null || keyOf(input) !== undefined
    ? input
    : { ...input, [operation.idempotencyField]: crypto.randomUUID() };

const keyOf = (input: { readonly idempotencyKey?: unknown }): string | undefined =>
  typeof input.idempotencyKey === 'string' ? input.idempotencyKey : undefined;

/** Half a second, then twice as long each time, and up to half of it less, so that clients that failed together part. */
const backoff = (tries: number, random: () => number): number => Math.min(8_000, 500 * 2 ** (tries - 1)) * (1 - random() / 2);
