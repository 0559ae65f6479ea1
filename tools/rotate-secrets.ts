import type { Context } from '../src/context.ts';
import { resealAnswers } from '../src/idempotency/reseal-answers.ts';
import { resealEndpoints } from '../src/webhooks/reseal-endpoints.ts';

/**
 * Seals with the present key everything that an older key sealed, in small batches beside a running service. A row
 * changes only if it still has the value that was read, so a secret or answer that is written meanwhile is kept.
 */
export async function rotateSecrets(
  context: Pick<Context, 'db' | 'secrets'>,
  { batchSize = 500, of = null }: { readonly batchSize?: number; readonly of?: OfTenant | null } = {},
): Promise<Rotation> {
  return {
    endpoints: await throughAll((after: string | null) => resealEndpoints(context, after, batchSize, of)),
    answers: await throughAll((after: readonly string[] | null) => resealAnswers(context, after, batchSize, of)),
  };
}

/** Limits a rotation to one tenant, and to answers since a time, which is real time. */
export interface OfTenant {
  readonly tenantId: string;
  readonly since: Date;
}

export interface Rotation {
  /** Counts signing secrets of webhook endpoints. */
  readonly endpoints: Resealed;
  /** Counts stored answers of idempotency keys. */
  readonly answers: Resealed;
}

export interface Resealed {
  readonly looked: number;
  readonly resealed: number;
  /** Counts values that no given key opens. */
  readonly unopened: number;
}

interface Batch<Place> extends Resealed {
  /** Is the start of the next batch, or null after the last. */
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
