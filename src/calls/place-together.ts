import type { Pool } from 'pg';
import type { AgentRow } from '../agents/agents.ts';
import { byteaArray, integerArray, textArray, timeArray } from '../db/binary-arrays.ts';
import { groupCommit } from '../db/group-commit.ts';
import type { Answer } from '../idempotency/claim.ts';
import type { PhoneNumberRow } from '../tenants/phone-numbers.ts';
import type { ProviderCall } from '../voice/voice-provider.ts';
import type { CallRow } from './calls.ts';
import { type Acceptance, insertCalls, type WantedCall } from './insert-calls.ts';

/**
 * Runs each statement of a placement for all the calls that are being placed at the time: a call that comes during one goes with
 * the next (D-43). A busy process needs few statements and few commits, and a single call waits for no other. The statements are
 * prepared, on the engine's connections.
 */
export interface PlaceTogether {
  /** Reads the agent, if it is the tenant's, and the numbers that may be chosen to call from. */
  partsOf(wanted: WantedParts): Promise<CallParts>;
  /**
   * Accepts the call. Calls of a tenant that another transaction has locked are `not_asked`, so that the rest of the group does not
   * wait.
   */
  insert(wanted: WantedCall): Promise<Acceptance>;
  /** Null: the call is placed already or has ended. */
  adopt(adoption: Adoption): Promise<Adopted | null>;
}

/** `isAnswered`: the call's key has its answer. */
export type Adopted = Pick<CallRow, 'id' | 'end_requested_at'> & { readonly isAnswered: boolean };

/** `lasting` has connections that end at no deadline. A call that the provider has taken is adopted whatever becomes of its request. */
export function createPlaceTogether(engine: Pool, lasting: Pool): PlaceTogether {
  return {
    partsOf: groupCommit((wanted) => findParts(engine, wanted)),
    insert: groupCommit((wanted) => insertCalls(engine, wanted, { waits: false })),
    adopt: groupCommit((adoptions) => adoptAll(lasting, adoptions)),
  };
}

export interface WantedParts {
  readonly tenantId: string;
  readonly agentId: string;
}

export interface CallParts {
  readonly agent: AgentRow | undefined;
  readonly numbers: readonly PhoneNumberRow[];
}

export interface Adoption extends ProviderCall {
  readonly call: Pick<CallRow, 'id' | 'tenant_id'>;
  readonly now: Date;
  /** The provider is asked for the call at this time. */
  readonly checkAt: Date;
  /** The call's key answers this from now on. */
  readonly answer: Answer | null;
}

async function findParts(engine: Pool, wanted: readonly WantedParts[]): Promise<readonly CallParts[]> {
  const tenantIds = [...new Set(wanted.map(({ tenantId }) => tenantId))];
  const [agents, numbers] = await Promise.all([
    engine.query<AgentRow>({
      name: 'agents-to-call-with',
      text: agentsStatement,
      values: [textArray([...new Set(wanted.map(({ agentId }) => agentId))])],
    }),
    engine.query<PhoneNumberRow>({ name: 'numbers-to-call-from', text: numbersStatement, values: [textArray(tenantIds)] }),
  ]);
  const agentById = new Map(agents.rows.map((agent) => [agent.id, agent]));
  const numbersOf = new Map(tenantIds.map((id): [string, PhoneNumberRow[]] => [id, []]));
  for (const number of numbers.rows) numbersOf.get(number.tenant_id)?.push(number);
  return wanted.map(({ tenantId, agentId }) => {
    const agent = agentById.get(agentId);
    // The statement reads the agents of many tenants, so the owner of the agent is checked here.
    return { agent: agent?.tenant_id === tenantId ? agent : undefined, numbers: numbersOf.get(tenantId) ?? [] };
  });
}

/** The columns are named, because a prepared `select *` fails in every running process when a later release adds a column. */
const agentsStatement = `
  select id, tenant_id, name, system_prompt, voice, model, provider_agent_id, is_active, is_default, active_outcomes, qualifying_outcomes,
         extraction_schema, created_at, updated_at
    from agents
   where id = any ($1::text[])`;

const numbersStatement = `
  select id, tenant_id, phone_number, provider_number_id, health, is_active, created_at
    from phone_numbers
   where tenant_id = any ($1::text[])
     and is_active
     and health > 0
   order by tenant_id, id`;

async function adoptAll(engine: Pool, adoptions: readonly Adoption[]): Promise<readonly (Adopted | null)[]> {
  const { rows } = await engine.query<Adopted & Pick<CallRow, 'provider_call_id'>>({
    name: 'adopt-calls',
    text: adoptStatement,
    values: [
      textArray(adoptions.map(({ call }) => call.id)),
      textArray(adoptions.map(({ call }) => call.tenant_id)),
      textArray(adoptions.map(({ providerCallId }) => providerCallId)),
      textArray(adoptions.map(({ controlUrl }) => controlUrl)),
      timeArray(adoptions.map(({ now }) => now)),
      timeArray(adoptions.map(({ checkAt }) => checkAt)),
      textArray(adoptions.map(({ answer }) => answer?.apiKeyId ?? null)),
      textArray(adoptions.map(({ answer }) => answer?.operation ?? null)),
      textArray(adoptions.map(({ answer }) => answer?.key ?? null)),
      textArray(adoptions.map(({ answer }) => answer?.claim ?? null)),
      integerArray(adoptions.map(({ answer }) => answer?.status ?? null)),
      byteaArray(adoptions.map(({ answer }) => answer?.sealed ?? null)),
      timeArray(adoptions.map(({ answer }) => answer?.at ?? null)),
    ],
  });
  const adopted = new Map(rows.map((row) => [row.id, row]));
  return adoptions.map(({ call, providerCallId }) => {
    const row = adopted.get(call.id);
    return row?.provider_call_id === providerCallId ? row : null;
  });
}

const adoptStatement = `
  with known as materialized (
         select *
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::text[], $9::text[],
                       $10::text[], $11::integer[], $12::bytea[], $13::timestamptz[])
             as known (id, tenant_id, provider_call_id, control_url, now, check_at, key_of, operation, key, claim, response_status, response,
                       answered_at)),
       adopted as (
         update calls
            set placement = 'placed',
                provider_call_id = known.provider_call_id,
                control_url = known.control_url,
                started_at = coalesce(calls.started_at, known.now),
                dial_lease_until = null,
                absent_lookups = 0,
                silent_checks = 0,
                check_at = known.check_at
           from known
          where calls.tenant_id = known.tenant_id
            and calls.id = known.id
            and calls.placement <> 'placed'
            and calls.status in ('queued', 'ringing', 'in-progress')
         returning calls.id, calls.end_requested_at, calls.provider_call_id),
       answered as (
         update idempotency_keys
            set response = known.response,
                response_status = known.response_status,
                lease_until = known.answered_at
           from known
          where idempotency_keys.tenant_id = known.tenant_id
            and idempotency_keys.api_key_id = known.key_of
            and idempotency_keys.operation = known.operation
            and idempotency_keys.key = known.key
            and idempotency_keys.claim = cast(known.claim as uuid)
            and coalesce(known.id in (select id from adopted), false)
         returning idempotency_keys.call_id)
  select *, coalesce(id in (select call_id from answered), false) as "isAnswered"
    from adopted`;
