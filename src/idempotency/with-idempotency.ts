import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { idempotencyInProgress } from '../errors.ts';
import { writeLeaseMs } from '../process/limits.ts';
import type { RequestAbout } from '../tracing/request-about.ts';
import type { Claim, KeyOwner } from './claim.ts';
import { giveUpClaim } from './give-up-claim.ts';
import { abandon, begin, finish } from './idempotency-keys.ts';

/** Marks an answer as the stored one of an earlier request. */
export const replayedHeader = { 'Idempotency-Replayed': 'true' } as const;

type Reply = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly body: unknown }
  | { readonly rawJson: string }
);

/**
 * Stores the answer in the write's own transaction, so that both commit together. It must be the transaction's last
 * call. It throws, and so undoes the write, if the lease had run out and another request works under the key. Without a
 * key it does nothing.
 */
export type Remember<R> = (trx: Knex, reply: R) => Promise<void>;

/**
 * Runs a simple write under the caller's `idempotencyKey`. The same key and body get the stored answer, byte for byte
 * (`C-IDEM-01`). A write that is refused or fails leaves no key behind.
 */
export async function withIdempotency<R extends { readonly status: number }>(
  context: Context,
  caller: KeyOwner,
  request: { readonly operation: string; readonly key: string | undefined; readonly body: unknown; readonly about: RequestAbout },
  run: (remember: Remember<R>) => Promise<R>,
): Promise<R> {
  const { operation, key, body, about } = request;
  if (key === undefined) return run(async () => {});
  const begun = await begin(context, caller, { operation, key, body, about, leaseMs: writeLeaseMs });
  // This operation gave the stored answer itself, so it has one of the operation's statuses.
  if (begun.kind === 'answered') return { ...begun.reply, headers: replayedHeader } as unknown as R;
  return runUnder(context, about, begun.claim, run);
}

async function runUnder<R extends { readonly status: number }>(
  context: Context,
  about: RequestAbout,
  claim: Claim,
  run: (remember: Remember<R>) => Promise<R>,
): Promise<R> {
  let remembered = false;
  const remember: Remember<R> = async (trx, reply) => {
    remembered = true;
    if (!(await finish(trx, context, claim, { status: reply.status, rawJson: textOf(reply) }))) throw idempotencyInProgress();
  };
  try {
    const reply = await run(remember);
    if (!remembered) await remember(context.db.knex, reply);
    return reply;
  } catch (error) {
    await giveUpClaim(context, about, (knex) => abandon(knex, claim));
    throw error;
  }
}

/** Returns the bytes that `http/reply` sends for the first answer. */
const textOf = (reply: { readonly status: number }): string => {
  // Every reply of an operation with a body is a `Reply`, which TypeScript cannot derive for the generated union.
  const whole = reply as Reply;
  return 'rawJson' in whole && whole.rawJson !== undefined ? whole.rawJson : JSON.stringify('body' in whole ? whole.body : null);
};
