import type { Context } from '../src/context.ts';
import { resealAnswers } from '../src/idempotency/reseal-answers.ts';
import { resealEndpoints } from '../src/webhooks/reseal-endpoints.ts';

/**
 * Seals everything with the present key that an older one had sealed, in small batches beside whatever runs: a row changes
 * only if it still is what was read, so a secret that is rotated or an answer that is stored meanwhile wins.
 */
export async function rotateSecrets(context: Pick<Context, 'db' | 'secrets'>, batchSize = 500): Promise<Rotation> {
  return {
    endpoints: await throughAll((after: string | null) => resealEndpoints(context, after, batchSize)),
    answers: await throughAll((after: readonly string[] | null) => resealAnswers(context, after, batchSize)),
  };
}

export interface Rotation {
  /** Signing secrets of webhook endpoints. */
  readonly endpoints: Resealed;
  /** Stored answers of idempotency keys. */
  readonly answers: Resealed;
}

export interface Resealed {
  readonly looked: number;
  readonly resealed: number;
  /** Sealed with a key that we were not given. */
  readonly unopened: number;
}

interface Batch<Place> extends Resealed {
  /** Where the next one begins; null after the last. */
  readonly next: Place | null;
}

async function throughAll<Place>(batchAfter: (after: Place | null) => Promise<Batch<Place>>): Promise<Resealed> {
  let sum: Resealed = { looked: 0, resealed: 0, unopened: 0 };
  for (let after: Place | null = null; ; ) {
    const batch: Batch<Place> = await batchAfter(after);
    sum = {
      looked: sum.looked + batch.looked,
      resealed: sum.resealed + batch.resealed,
      unopened: sum.unopened + batch.unopened,
    };
    if (batch.next === null) return sum;
    after = batch.next;
  }
}
