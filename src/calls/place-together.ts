import type { Pool } from 'pg';
import type { AgentRow } from '../agents/agents.ts';
import type { Clock } from '../clock.ts';
import type { Context } from '../context.ts';
import { booleanArray, byteaArray, integerArray, textArray, timeArray } from '../db/binary-arrays.ts';
import { groupCommit } from '../db/group-commit.ts';
import { onceFor } from '../once-for.ts';
import { sharedContext } from '../request-context.ts';
import type { PhoneNumberRow } from '../tenants/phone-numbers.ts';
import type { CallRow, NewCall } from './calls.ts';
import { type GrantRow, type Permit, permitsOf, turnsByTenant } from './concurrency.ts';

/**
 * The statements of a placement, each one for all the calls that are being placed at the time: who comes while one is
 * under way goes with the next. A busy process pays for few statements and few commits, and a call that comes alone waits
 * for nobody. The statements are prepared, on the engine's connections.
 */
export interface PlaceTogether {
  /** The agent, if the tenant has it, and the numbers that may be chosen to call from. */
  partsOf(wanted: WantedParts): Promise<CallParts>;
  /** Inserts the call where its permit is granted. Null: another transaction has locked the tenant, and the call has to wait alone. */
  insert(call: NewCall): Promise<Permit | null>;
  /** False: the lease to dial it has run out. */
  markSent(call: Dialling): Promise<boolean>;
  /** Null where the call stands otherwise. */
  adopt(adoption: Adoption): Promise<Pick<CallRow, 'id' | 'end_requested_at'> | null>;
}

export const placeTogether = (context: Context): PlaceTogether => ofContext(sharedContext(context));
const ofContext = onceFor(({ db, clock }: Context) => createPlaceTogether(db.engine, clock));

const mostAtOnce = 256;

export function createPlaceTogether(engine: Pool, clock: Pick<Clock, 'realNow'>): PlaceTogether {
  return {
    partsOf: groupCommit((wanted) => findParts(engine, wanted), mostAtOnce),
    insert: groupCommit((calls) => insertCalls(engine, calls), mostAtOnce),
    markSent: groupCommit((calls) => markAllSent(engine, calls, clock.realNow()), mostAtOnce),
    adopt: groupCommit((adoptions) => adoptAll(engine, adoptions), mostAtOnce),
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

type Dialling = Pick<CallRow, 'id' | 'tenant_id'>;

export interface Adoption {
  readonly call: Dialling;
  readonly providerCallId: string;
  readonly controlUrl: string | null;
  readonly now: Date;
  /** When the provider is to be asked after it. */
  readonly checkAt: Date;
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
    // Whose agent it is decides here: the statement asked for those of many tenants.
    return { agent: agent?.tenant_id === tenantId ? agent : undefined, numbers: numbersOf.get(tenantId) ?? [] };
  });
}

/** Column by column: a prepared `select *` fails in every process that runs when a later release adds a column. */
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

async function insertCalls(engine: Pool, calls: readonly NewCall[]): Promise<readonly (Permit | null)[]> {
  const turns = turnsByTenant(calls);
  const texts = (of: (call: NewCall) => string | null): Buffer => textArray(calls.map(of));
  const isTraced = calls.some(({ trace }) => trace);
  const { rows } = await engine.query<GrantRow>({
    name: isTraced ? 'insert-traced-calls' : 'insert-calls',
    text: isTraced ? insertTracedStatement : insertStatement,
    values: [
      texts(({ id }) => id),
      texts(({ tenant_id }) => tenant_id),
      texts(({ api_key_id }) => api_key_id),
      texts(({ agent_id }) => agent_id),
      texts(({ phone_number }) => phone_number),
      texts(({ from_phone_number_id }) => from_phone_number_id),
      texts(({ from_phone_number }) => from_phone_number),
      timeArray(calls.map(({ created_at }) => created_at)),
      texts(({ variables }) => variables),
      texts(({ metadata }) => metadata),
      booleanArray(calls.map(({ known_consent }) => known_consent)),
      texts(({ consent_record_id }) => consent_record_id),
      texts(({ extraction_schema }) => extraction_schema),
      texts(({ active_outcomes }) => JSON.stringify(active_outcomes)),
      texts(({ qualifying_outcomes }) => JSON.stringify(qualifying_outcomes)),
      timeArray(calls.map(({ dial_lease_until }) => dial_lease_until)),
      timeArray(calls.map(({ check_at }) => check_at)),
      texts(({ request_id }) => request_id),
      integerArray(turns),
      ...(isTraced ? [byteaArray(calls.map(({ trace }) => trace ?? null))] : []),
    ],
  });
  return permitsOf(calls, turns, rows);
}

const insertStatementOf = (trace: '' | ', trace', traces: '' | ', $20::bytea[]') => `
  with permits as materialized (select * from grant_permits($2::text[], waits => false)),
  inserted as (
    insert into calls (id, tenant_id, api_key_id, agent_id, phone_number, from_phone_number_id, from_phone_number, created_at,
                       variables, metadata, known_consent, consent_record_id, extraction_schema, active_outcomes, qualifying_outcomes,
                       dial_lease_until, check_at, request_id${trace})
    select id, new.tenant_id, api_key_id, agent_id, phone_number, from_phone_number_id, from_phone_number, created_at,
           variables, metadata, known_consent, consent_record_id, extraction_schema,
           array(select json_array_elements_text(active_outcomes::json)),
           array(select json_array_elements_text(qualifying_outcomes::json)),
           dial_lease_until, check_at, request_id${trace}
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
                  $9::text[], $10::text[], $11::boolean[], $12::text[], $13::text[], $14::text[], $15::text[],
                  $16::timestamptz[], $17::timestamptz[], $18::text[], $19::integer[]${traces})
        as new (id, tenant_id, api_key_id, agent_id, phone_number, from_phone_number_id, from_phone_number, created_at,
                variables, metadata, known_consent, consent_record_id, extraction_schema, active_outcomes, qualifying_outcomes,
                dial_lease_until, check_at, request_id, turn${trace})
      join permits on permits.tenant_id = new.tenant_id and new.turn <= permits.granted)
  select * from permits`;
const insertStatement = insertStatementOf('', '');
const insertTracedStatement = insertStatementOf(', trace', ', $20::bytea[]');

async function markAllSent(engine: Pool, calls: readonly Dialling[], realNow: Date): Promise<readonly boolean[]> {
  const { rows } = await engine.query<{ id: string }>({
    name: 'mark-calls-sent',
    text: markSentStatement,
    values: [textArray(calls.map(({ id }) => id)), textArray(calls.map(({ tenant_id }) => tenant_id)), realNow],
  });
  const marked = new Set(rows.map(({ id }) => id));
  return calls.map(({ id }) => marked.has(id));
}

/** A process of an older release that took the call over, to dial it, has raised its fence. */
const markSentStatement = `
  update calls
     set dial_sent_at = $3::timestamptz
    from unnest($1::text[], $2::text[]) as sent (id, tenant_id)
   where calls.id = sent.id
     and calls.tenant_id = sent.tenant_id
     and calls.dial_fence = 0
     and calls.status = 'queued'
     and calls.placement = 'pending'
     and calls.dial_lease_until > $3::timestamptz
  returning calls.id`;

async function adoptAll(
  engine: Pool,
  adoptions: readonly Adoption[],
): Promise<readonly (Pick<CallRow, 'id' | 'end_requested_at'> | null)[]> {
  const { rows } = await engine.query<Pick<CallRow, 'id' | 'end_requested_at' | 'provider_call_id'>>({
    name: 'adopt-calls',
    text: adoptStatement,
    values: [
      textArray(adoptions.map(({ call }) => call.id)),
      textArray(adoptions.map(({ call }) => call.tenant_id)),
      textArray(adoptions.map(({ providerCallId }) => providerCallId)),
      textArray(adoptions.map(({ controlUrl }) => controlUrl)),
      timeArray(adoptions.map(({ now }) => now)),
      timeArray(adoptions.map(({ checkAt }) => checkAt)),
    ],
  });
  const adopted = new Map(rows.map((row) => [row.id, row]));
  return adoptions.map(({ call, providerCallId }) => {
    const row = adopted.get(call.id);
    return row?.provider_call_id === providerCallId ? row : null;
  });
}

const adoptStatement = `
  update calls
     set placement = 'placed',
         provider_call_id = known.provider_call_id,
         control_url = known.control_url,
         started_at = coalesce(calls.started_at, known.now),
         dial_lease_until = null,
         absent_lookups = 0,
         check_at = known.check_at
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
      as known (id, tenant_id, provider_call_id, control_url, now, check_at)
   where calls.id = known.id
     and calls.tenant_id = known.tenant_id
     and calls.placement <> 'placed'
     and calls.status in ('queued', 'ringing', 'in-progress')
  returning calls.id, calls.end_requested_at, calls.provider_call_id`;
