import type { Pool } from 'pg';
import { booleanArray, byteaArray, textArray, timeArray } from '../db/binary-arrays.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { NewCall } from './calls.ts';

/**
 * Accepts calls: inserts each with its permit, its hold and its key, or leaves nothing of it. One statement serves the calls of any
 * number of tenants.
 *
 * A tenant may have a limited number of calls at once (`L-CONCURRENT-01`). Each of them holds a permit, and the row of a live call
 * is its permit: it begins with the row, and ends when the call does or its fate has been unknown for too long. So permits are
 * never given back by a message that could get lost. PostgreSQL grants permits by counting them under a lock of the tenant
 * (`grant_permits` in the migrations, D-46). So the limit holds exactly for any number of processes, and does not depend on Redis.
 *
 * A hold is taken under the wallet's lock. Where permits or money are short, the calls that came first get them.
 */
export interface WantedCall {
  readonly call: NewCall;
  /** The amount to hold in the tenant's wallet, in micro-units; null for a tenant that pays by invoice. */
  readonly holdMicros: number | null;
  /** The claim of the idempotency key that names the call from now on. */
  readonly claim: Pick<Claim, 'apiKeyId' | 'operation' | 'key' | 'claim'> | null;
}

export type Acceptance =
  | { readonly kind: 'accepted' }
  /** `balanceMicros` is the balance that is left for this call. */
  | { readonly kind: 'no_balance'; readonly balanceMicros: number }
  /** `active` is how many calls the tenant has under way. `unknownFate` is how many more hold a permit after a `placement_failed`. */
  | { readonly kind: 'no_permit'; readonly limit: number; readonly active: number; readonly unknownFate: number }
  /** Another request has claimed the key meanwhile. */
  | { readonly kind: 'claim_lost' }
  /** Another transaction has locked the tenant, the tenant is gone, or a call of the same statement that lost its claim stood before it. */
  | { readonly kind: 'not_asked' };

/** `waits`: the statement waits for tenants that another transaction has locked. */
export async function insertCalls(
  engine: Pick<Pool, 'query'>,
  wanted: readonly WantedCall[],
  { waits }: { readonly waits: boolean },
): Promise<readonly Acceptance[]> {
  const texts = (of: (wanted: WantedCall) => string | null): Buffer => textArray(wanted.map(of));
  const { rows } = await engine.query<TenantRow>({
    name: 'insert-calls',
    text: statement,
    values: [
      texts(({ call }) => call.id),
      texts(({ call }) => call.tenant_id),
      texts(({ call }) => call.api_key_id),
      texts(({ call }) => call.agent_id),
      texts(({ call }) => call.phone_number),
      texts(({ call }) => call.from_phone_number_id),
      texts(({ call }) => call.from_phone_number),
      timeArray(wanted.map(({ call }) => call.created_at)),
      texts(({ call }) => call.variables),
      texts(({ call }) => call.metadata),
      booleanArray(wanted.map(({ call }) => call.known_consent)),
      texts(({ call }) => call.consent_record_id),
      texts(({ call }) => call.extraction_schema),
      texts(({ call }) => JSON.stringify(call.active_outcomes)),
      texts(({ call }) => JSON.stringify(call.qualifying_outcomes)),
      timeArray(wanted.map(({ call }) => call.dial_lease_until)),
      timeArray(wanted.map(({ call }) => call.dial_sent_at)),
      timeArray(wanted.map(({ call }) => call.check_at)),
      texts(({ call }) => call.request_id),
      byteaArray(wanted.map(({ call }) => call.trace)),
      texts(({ holdMicros }) => holdMicros?.toString() ?? null),
      texts(({ claim }) => claim?.apiKeyId ?? null),
      texts(({ claim }) => claim?.operation ?? null),
      texts(({ claim }) => claim?.key ?? null),
      texts(({ claim }) => claim?.claim ?? null),
      waits,
    ],
  });
  const tenants = new Map(rows.map((row) => [row.tenant_id, row]));
  const isAlone = wanted.length === 1;
  return wanted.map((one) => acceptanceOf(one, tenants.get(one.call.tenant_id), isAlone));
}

interface TenantRow {
  readonly tenant_id: string;
  readonly limit: number;
  readonly active: number;
  readonly unknown_fate: number;
  readonly accepted: readonly string[];
  /** The balance after the holds of the accepted calls. Null where none of the tenant's calls has a hold. */
  readonly balance: number | null;
}

function acceptanceOf({ call, holdMicros }: WantedCall, tenant: TenantRow | undefined, isAlone: boolean): Acceptance {
  if (!tenant) return { kind: 'not_asked' };
  const { limit, accepted, balance, unknown_fate: unknownFate } = tenant;
  if (accepted.includes(call.id)) return { kind: 'accepted' };
  if (holdMicros !== null && balance !== null && balance < holdMicros) return { kind: 'no_balance', balanceMicros: balance };
  const active = tenant.active + accepted.length;
  if (active + unknownFate >= limit) return { kind: 'no_permit', limit, active, unknownFate };
  return { kind: isAlone ? 'claim_lost' : 'not_asked' };
}

/**
 * The statement says `coalesce(… in (…), false)`, because PostgreSQL answers that from a hash table. A bare `in` becomes a join,
 * and this connection, which may not hash joins, would compare each row with each.
 *
 * The new balance is made from the locked row. An update that says `balance_micros - …` is first tried with the row that the statement's
 * snapshot has, and refused as below zero although money has come since.
 */
const statement = `
  with permits as materialized (
         select * from grant_permits($2::text[], waits => $26)),
       wanted as materialized (
         select new.*,
                cast(hold_text as bigint) as hold,
                row_number() over (partition by new.tenant_id order by index) as turn,
                sum(cast(hold_text as bigint)) over (partition by new.tenant_id order by index) as held_by_then
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
                       $9::text[], $10::text[], $11::boolean[], $12::text[], $13::text[], $14::text[], $15::text[], $16::timestamptz[],
                       $17::timestamptz[], $18::timestamptz[], $19::text[], $20::bytea[], $21::text[], $22::text[], $23::text[], $24::text[],
                       $25::text[]) with ordinality
             as new (id, tenant_id, api_key_id, agent_id, phone_number, from_phone_number_id, from_phone_number, created_at, variables,
                     metadata, known_consent, consent_record_id, extraction_schema, active_outcomes, qualifying_outcomes, dial_lease_until,
                     dial_sent_at, check_at, request_id, trace, hold_text, key_of, operation, key, claim, index)),
       wallet as materialized (
         select tenant_id, balance_micros
           from wallets
          where coalesce(tenant_id in (select tenant_id from wanted where hold is not null), false)
            and coalesce(tenant_id in (select tenant_id from permits), false)
          order by tenant_id
            for update),
       granted as materialized (
         select wanted.*
           from wanted
           join permits on permits.tenant_id = wanted.tenant_id and wanted.turn <= permits.granted
           left join wallet on wallet.tenant_id = wanted.tenant_id
          where wanted.hold is null
             or wanted.held_by_then <= coalesce(wallet.balance_micros, 0)),
       attached as (
         update idempotency_keys
            set call_id = granted.id
           from granted
          where idempotency_keys.tenant_id = granted.tenant_id
            and idempotency_keys.api_key_id = granted.key_of
            and idempotency_keys.operation = granted.operation
            and idempotency_keys.key = granted.key
            and idempotency_keys.claim = cast(granted.claim as uuid)
         returning idempotency_keys.call_id),
       accepted as materialized (
         select *
           from granted
          where claim is null
             or coalesce(id in (select call_id from attached), false)),
       inserted as (
         insert into calls (id, tenant_id, api_key_id, agent_id, phone_number, from_phone_number_id, from_phone_number, created_at, variables,
                            metadata, known_consent, consent_record_id, extraction_schema, active_outcomes, qualifying_outcomes,
                            dial_lease_until, dial_sent_at, check_at, request_id, trace)
         select id, tenant_id, api_key_id, agent_id, phone_number, from_phone_number_id, from_phone_number, created_at, variables,
                metadata, known_consent, consent_record_id, extraction_schema,
                array(select json_array_elements_text(active_outcomes::json)),
                array(select json_array_elements_text(qualifying_outcomes::json)),
                dial_lease_until, dial_sent_at, check_at, request_id, trace
           from accepted),
       held as (
         insert into wallet_ledger (tenant_id, kind, amount_micros, balance_after_micros, call_id, created_at)
         select accepted.tenant_id, 'hold', -hold,
                coalesce(balance_micros, 0) - sum(hold) over (partition by accepted.tenant_id order by turn), id, created_at
           from accepted
           left join wallet on wallet.tenant_id = accepted.tenant_id
          where hold is not null
          order by turn),
       charged as (
         update wallets
            set balance_micros = wallet.balance_micros - charge.micros
           from wallet
           join (select tenant_id, sum(hold) as micros from accepted where hold is not null group by tenant_id) as charge
             on charge.tenant_id = wallet.tenant_id
          where wallets.tenant_id = wallet.tenant_id)
  select permits.tenant_id, "limit", active, unknown_fate,
         array(select id from accepted where accepted.tenant_id = permits.tenant_id) as accepted,
         case when coalesce(permits.tenant_id in (select tenant_id from wanted where hold is not null), false)
              then coalesce(wallet.balance_micros, 0)
                   - (select cast(coalesce(sum(hold), 0) as bigint) from accepted where accepted.tenant_id = permits.tenant_id)
         end as balance
    from permits
    left join wallet on wallet.tenant_id = permits.tenant_id`;
