import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { isServed } from '../db/served-here.ts';
import { isConnectionLost } from '../db/sql-state.ts';
import { Unserved } from '../db/unserved.ts';
import { idempotencyConflict, idempotencyInProgress } from '../errors.ts';
import { idempotencyRetentionHours } from '../process/limits.ts';
import { after, before, hourMs } from '../process/time.ts';
import type { RequestAbout } from '../tracing/request-about.ts';
import type { Answer, Claim, KeyName, KeyOwner } from './claim.ts';
import { giveUpClaim } from './give-up-claim.ts';
import { requestHash } from './request-hash.ts';

/**
 * The table of answers by `idempotencyKey`, kept 24 hours per API key and operation (`L-IDEM-02`). A key is claimed by
 * one insert that the primary key arbitrates: the request that inserts works, and every other is told the row's state.
 * The claim is a lease in real time, so that a process that dies at work blocks its caller for half a minute at most.
 *
 * A claim ends in one of three ways. `finish` stores the answer. `abandon` removes the row, since a refused request may
 * be corrected and sent again under the same key. `letGo` ends the lease early and keeps the row for the request that
 * resumes the work.
 */

export interface KeyedRequest {
  /** Is the operationId, followed by the id in the path if there is one. */
  readonly operation: string;
  readonly key: string;
  readonly body: unknown;
  readonly about: RequestAbout;
  /** Is how long other requests with the key are kept out if this process dies. */
  readonly leaseMs: number;
}

type HeldClaim = Omit<Claim, 'callId' | 'timeline'>;

export interface StoredReply {
  readonly status: number;
  readonly rawJson: string;
}

export type Begun = { readonly kind: 'begun'; readonly claim: Claim } | { readonly kind: 'answered'; readonly reply: StoredReply };

type Needs = Pick<Context, 'db' | 'clock' | 'secrets' | 'log' | 'request' | 'tryLater'> & {
  readonly together: Pick<Context['together'], 'claimKey'>;
};

/** Claims the key, or finds its answer. Throws `idempotency_conflict` and `idempotency_in_progress`. */
export async function begin(context: Needs, owner: KeyOwner, request: KeyedRequest): Promise<Begun> {
  const hash = requestHash(request.body);
  for (let tries = 0; tries < 5; tries++) {
    const claim = await claimKey(context, owner, request, hash);
    if (claim) return { kind: 'begun', claim };
    const row = await findKey(context.db.knex, owner, request);
    // The key was abandoned between the two statements and is free again, or it is old, and is being deleted or taken over.
    if (!row || row.created_at <= oldest(context.clock.now())) continue;
    if (!row.request_hash.equals(hash)) throw idempotencyConflict();
    if (row.response && row.response_status !== null) {
      const rawJson = context.secrets.open(row.response, purpose({ ...owner, ...request }));
      return { kind: 'answered', reply: { status: row.response_status, rawJson } };
    }
    if (row.lease_until > context.clock.realNow()) throw idempotencyInProgress();
  }
  throw idempotencyInProgress();
}

export const answerOf = (
  { clock, secrets }: Pick<Context, 'clock' | 'secrets'>,
  claim: Claim,
  { status, rawJson }: StoredReply,
): Answer => ({
  ...claim,
  status,
  sealed: secrets.seal(rawJson, purpose(claim)),
  at: clock.realNow(),
});

/** Stores the answer. Returns false if the lease had run out and another request works under the key now. */
export async function finish(sql: Knex, context: Pick<Context, 'clock' | 'secrets'>, claim: Claim, reply: StoredReply): Promise<boolean> {
  const { sealed, status, at } = answerOf(context, claim, reply);
  const updated = await held(sql, claim).update({ response: sealed, response_status: status, lease_until: at });
  return updated === 1;
}

/**
 * Removes a claim, unless it had an effect: a commit that broke off while it was answered may have succeeded, and then
 * the call or the answer that the key names must stay.
 */
export async function abandon(sql: Knex, claim: HeldClaim): Promise<void> {
  await held(sql, claim).whereNull('response').whereNull('call_id').delete();
}

/** Ends a claim whose work is not finished: the next request with this key resumes it at once. */
export async function letGo(sql: Knex, claim: Claim, realNow: Date): Promise<void> {
  await held(sql, claim).update({ lease_until: realNow });
}

/** Has a claim name a call that an earlier holder of the key had placed. */
export async function nameCall(sql: Knex, claim: Claim, callId: string): Promise<void> {
  await held(sql, claim).update({ call_id: callId });
}

/** Removes the key of a call that the provider refused, since that call does not exist. */
export async function abandonKeyOfCall(sql: Knex, tenantId: string, callId: string): Promise<void> {
  await sql('idempotency_keys').where({ tenant_id: tenantId, call_id: callId }).whereNull('response').delete();
}

/**
 * Deletes a batch of keys older than 24 hours and returns how many. `begin` does not depend on it, since it takes old
 * keys over. A key that is being taken over is skipped. The keys of a copy stay, because they may be taken over in the
 * cell in which its tenant works.
 */
export async function forgetOldKeys(context: Pick<Context, 'db' | 'clock'>, batchSize = 1_000): Promise<number> {
  const { rowCount } = await context.db.knex.raw<{ rowCount: number }>(
    `delete from idempotency_keys
      where ctid = any (array(
              select ctid
                from idempotency_keys
               where created_at <= ?
                 and ${isServed}
               order by created_at
               limit ?
                 for update skip locked))`,
    [oldest(context.clock.now()), batchSize],
  );
  return rowCount;
}

interface KeyRow {
  readonly tenant_id: string;
  readonly api_key_id: string;
  readonly operation: string;
  readonly key: string;
  readonly request_hash: Buffer;
  readonly response: Buffer | null;
  readonly response_status: number | null;
  readonly lease_until: Date;
  readonly created_at: Date;
}

async function claimKey(context: Needs, owner: KeyOwner, request: KeyedRequest, requestHash: Buffer): Promise<Claim | null> {
  const { tenantId, apiKeyId } = owner;
  const { operation, key } = request;
  const at = context.clock.realNow();
  const wanted = { tenantId, apiKeyId, operation, key, claim: randomUUID() };
  const lease = { at, leaseUntil: after(at, request.leaseMs), now: context.clock.now() };
  const claimed = await context.together.claimKey({ ...wanted, ...lease, requestHash }).catch(async (error: unknown) => {
    // The claim may have been written all the same, by a connection that broke before it could confirm.
    if (error instanceof Unserved) throw error;
    await giveUpClaim(context, request.about, (knex) => abandon(knex, wanted));
    // A claim alone is no effect: nothing has been done under it.
    throw isConnectionLost(error) ? new Unserved('database', 'the connection was lost under a claim', { cause: error }) : error;
  });
  return claimed && { ...wanted, ...claimed };
}

const findKey = (sql: Knex, owner: KeyOwner, request: KeyedRequest): Promise<KeyRow | undefined> =>
  sql<KeyRow>('idempotency_keys')
    .where({ tenant_id: owner.tenantId, api_key_id: owner.apiKeyId, operation: request.operation, key: request.key })
    .first();

const held = (sql: Knex, claim: HeldClaim) =>
  sql('idempotency_keys').where({
    tenant_id: claim.tenantId,
    api_key_id: claim.apiKeyId,
    operation: claim.operation,
    key: claim.key,
    claim: claim.claim,
  });

export const resealAnswer = (secrets: Context['secrets'], of: KeyName, sealed: Buffer): Buffer | null =>
  secrets.reseal(sealed, purpose(of));

/** Binds a sealed answer to its row: copied to another key it does not open. */
const purpose = (of: KeyName): string => `idempotency:${JSON.stringify([of.apiKeyId, of.operation, of.key])}`;

const oldest = (now: Date): Date => before(now, idempotencyRetentionHours * hourMs);
