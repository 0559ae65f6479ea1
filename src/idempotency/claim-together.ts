import type { Pool } from 'pg';
import { byteaArray, textArray, timeArray, uuidArray } from '../db/binary-arrays.ts';
import { groupCommit } from '../db/group-commit.ts';
import { timelineSql } from '../db/timeline.ts';
import { idempotencyRetentionHours } from '../process/limits.ts';
import type { Claim } from './claim.ts';

export interface WantedKey {
  readonly tenantId: string;
  readonly apiKeyId: string;
  readonly operation: string;
  readonly key: string;
  readonly requestHash: Buffer;
  readonly claim: string;
  /** Is in real time, as `at` is. */
  readonly leaseUntil: Date;
  readonly at: Date;
  /** Is in service time. */
  readonly now: Date;
}

/**
 * The result of a claim: `callId` is the call that an earlier holder of the key has committed. It is null if another
 * request holds the key, or the key has its answer.
 */
export type Claimed = Pick<Claim, 'callId' | 'timeline'> | null;

/**
 * Claims the keys of concurrent requests in one statement. Of several claims of one key in it the first may succeed. A key that another
 * transaction has locked is left out, because the machine that holds the lock may be lost, and the keys of other tenants would wait too.
 */
export type ClaimTogether = (wanted: WantedKey) => Promise<Claimed>;

export const createClaimTogether = (engine: Pool): ClaimTogether => groupCommit((wanted: readonly WantedKey[]) => claimAll(engine, wanted));

async function claimAll(engine: Pool, wanted: readonly WantedKey[]): Promise<readonly Claimed[]> {
  const firsts = new Map(wanted.toReversed().map((each) => [nameOf(each), each]));
  // The keys are sorted, so that two statements cannot deadlock.
  const asked = [...firsts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
  const texts = (of: (wanted: WantedKey) => string): Buffer => textArray(asked.map(of));
  const { rows } = await engine.query<{ claim: string; call_id: string | null; timeline: string }>({
    name: 'claim-idempotency-keys',
    text: statement,
    values: [
      texts(({ apiKeyId }) => apiKeyId),
      texts(({ operation }) => operation),
      texts(({ key }) => key),
      texts(({ tenantId }) => tenantId),
      byteaArray(asked.map(({ requestHash }) => requestHash)),
      uuidArray(asked.map(({ claim }) => claim)),
      timeArray(asked.map(({ leaseUntil }) => leaseUntil)),
      timeArray(asked.map(({ now }) => now)),
      new Date(Math.min(...asked.map(({ at }) => at.getTime()))),
      idempotencyRetentionHours,
    ],
  });
  const claimed = new Map(rows.map(({ claim, call_id, timeline }) => [claim, { callId: call_id, timeline }]));
  return wanted.map(({ claim }) => claimed.get(claim) ?? null);
}

const nameOf = ({ apiKeyId, operation, key }: WantedKey): string => JSON.stringify([apiKeyId, operation, key]);

const isOld = 'k.created_at <= excluded.created_at - make_interval(hours => $10)';
const found = `
         select true
           from idempotency_keys as found
          where (found.api_key_id, found.operation, found.key) = (wanted.api_key_id, wanted.operation, wanted.key)`;

/** A row that the statement does not see yet is of another claim, which is committed at once. */
const statement = `
  insert into idempotency_keys as k (api_key_id, operation, key, tenant_id, request_hash, claim, lease_until, created_at)
  select *
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::uuid[], $7::timestamptz[], $8::timestamptz[])
      as wanted (api_key_id, operation, key, tenant_id, request_hash, claim, lease_until, created_at)
   where (${found}) is null
      or (${found} for no key update skip locked)
      on conflict (api_key_id, operation, key) do update
     set request_hash = excluded.request_hash,
         response = null,
         response_status = null,
         call_id = case when ${isOld} then null else k.call_id end,
         claim = excluded.claim,
         lease_until = excluded.lease_until,
         created_at = case when ${isOld} then excluded.created_at else k.created_at end
   where ${isOld}
      or (k.response is null and k.lease_until <= $9 and k.request_hash = excluded.request_hash)
  returning claim, call_id, ${timelineSql} as timeline`;
