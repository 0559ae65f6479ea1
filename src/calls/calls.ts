import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { textArray } from '../db/binary-arrays.ts';
import type { Database } from '../db/database.ts';
import { groupCommit } from '../db/group-commit.ts';
import { ofAnyTenant } from '../db/of-any-tenant.ts';
import { erasedPhoneNumber } from '../process/limits.ts';
import type { TraceContext } from '../process/trace-context.ts';

/** The general statements on the table of calls. Those on calls under way are in `live-calls.ts`. */

export const liveStatuses = ['queued', 'ringing', 'in-progress'] as const;
const terminalStatuses = ['completed', 'no_answer', 'busy', 'failed', 'canceled'] as const;
export type LiveStatus = (typeof liveStatuses)[number];
export type TerminalStatus = (typeof terminalStatuses)[number];
export type CallStatus = LiveStatus | TerminalStatus;

/** A row of the table. The migrations describe its columns. */
export interface CallRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly origin: 'api' | 'dialer';
  readonly api_key_id: string | null;
  readonly agent_id: string;
  readonly phone_number: string;
  readonly from_phone_number_id: string;
  readonly from_phone_number: string;
  readonly direction: string;
  readonly status: CallStatus;
  readonly outcome: string | null;
  readonly notes: string | null;
  readonly ended_reason: string | null;
  readonly duration_seconds: number | null;
  readonly started_at: Date | null;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
  readonly created_at: Date;
  readonly transcript: string | null;
  /** `extraction` is JSON as text, as are `variables`, `metadata` and `extraction_schema`: they are echoed and never serialised again. */
  readonly extraction: string | null;
  readonly extraction_error: string | null;
  readonly callback: { readonly requestedAt: string | null; readonly note: string | null } | null;
  readonly campaign: { readonly id: string; readonly name: string } | null;
  readonly variables: string;
  readonly metadata: string;
  readonly known_consent: boolean;
  readonly consent_record_id: string | null;
  readonly request_id: string | null;
  readonly trace: TraceContext | null;
  readonly extraction_schema: string | null;
  readonly active_outcomes: readonly string[];
  readonly qualifying_outcomes: readonly string[];
  readonly placement: 'pending' | 'unknown' | 'placed';
  readonly provider_call_id: string | null;
  readonly control_url: string | null;
  readonly dial_lease_until: Date | null;
  readonly dial_sent_at: Date | null;
  readonly absent_lookups: number;
  readonly placement_expired_at: Date | null;
  readonly end_requested_at: Date | null;
  readonly end_sent_at: Date | null;
  readonly analyzed_at: Date | null;
  readonly recording_source: string | null;
  readonly recording_state: 'none' | 'due' | 'stored' | 'failed';
  readonly recording_key: string | null;
  readonly recording_attempts: number;
  readonly recording_due_at: Date | null;
  readonly completion_due_at: Date | null;
  readonly completed_event_at: Date | null;
  readonly silent_checks: number;
  readonly check_at: Date | null;
  /** Says who brought the end. Null: the call has not ended, or nobody brought its end. */
  readonly ended_by: 'callback' | 'reconciler' | null;
}

/** The columns that are set when a call is accepted; the table's defaults fill the rest. */
export type NewCall = Pick<
  CallRow,
  | 'id'
  | 'tenant_id'
  | 'api_key_id'
  | 'agent_id'
  | 'phone_number'
  | 'from_phone_number_id'
  | 'from_phone_number'
  | 'created_at'
  | 'variables'
  | 'metadata'
  | 'known_consent'
  | 'consent_record_id'
  | 'request_id'
  | 'extraction_schema'
  | 'active_outcomes'
  | 'qualifying_outcomes'
  | 'dial_lease_until'
  | 'dial_sent_at'
  | 'check_at'
  | 'trace'
>;

export type ShownCall = Pick<CallRow, (typeof shownColumns)[number]>;

const shownColumns = [
  'id',
  'status',
  'agent_id',
  'phone_number',
  'from_phone_number',
  'direction',
  'outcome',
  'ended_reason',
  'duration_seconds',
  'started_at',
  'ended_at',
  'created_at',
  'transcript',
  'extraction',
  'extraction_error',
  'variables',
  'metadata',
  'known_consent',
  'consent_record_id',
] as const;

export type ReadCall = ShownCall & Pick<CallRow, 'recording_state' | 'recording_key'>;

interface WantedCallId {
  readonly tenantId: string;
  readonly callId: string;
}

/** Reads a call as `GET /calls/{id}` shows it. Undefined where the tenant has no call with that id. */
export type ReadCallTogether = (wanted: WantedCallId) => Promise<ReadCall | undefined>;

/** Shares one statement among all reads of the same time. */
export const createReadCallTogether = ({ reading }: Pick<Database, 'reading'>): ReadCallTogether =>
  groupCommit((wanted: readonly WantedCallId[]) => reading(({ engine }) => findShownCalls(engine, wanted)));

/**
 * Finds calls in the order of `wanted`. The statement is prepared and reads only the columns that are shown, because callers ask
 * this most.
 */
async function findShownCalls(engine: Pick<Pool, 'query'>, wanted: readonly WantedCallId[]): Promise<readonly (ReadCall | undefined)[]> {
  const { rows } = await engine.query<ReadCall & Pick<CallRow, 'tenant_id'>>({
    name: 'read-calls',
    text: readCallsStatement,
    values: [textArray(wanted.map(({ tenantId }) => tenantId)), textArray(wanted.map(({ callId }) => callId))],
  });
  const found = new Map(rows.map((row) => [`${row.tenant_id} ${row.id}`, row]));
  return wanted.map(({ tenantId, callId }) => found.get(`${tenantId} ${callId}`));
}

const readCallsStatement = `
  select calls.tenant_id, ${shownColumns.map((column) => `calls.${column}`).join(', ')}, recording_state, recording_key
    from unnest($1::text[], $2::text[]) as wanted (tenant_id, id)
    join calls on calls.tenant_id = wanted.tenant_id and calls.id = wanted.id
   where origin = 'api'`;

/**
 * As SQL, true for an ended call that has no event to come: its event has gone out, or it was never dialled and has none (D-32).
 */
export const isSettled = '(completed_event_at is not null or (ended_at is not null and completion_due_at is null))';

export const isTerminal = (status: CallStatus): status is TerminalStatus => terminalStatuses.some((terminal) => terminal === status);

/** True for a call that talks though its caller wanted it ended, or though it had given its permit back. */
export const owesHangUp = (call: CallRow): boolean =>
  call.status === 'in-progress' && (call.end_requested_at !== null || call.placement_expired_at !== null);

/** The reason of a call of which the provider said nothing for as long as a call may last. */
export const givenUp = 'provider-unresponsive';

/** True for a call of an erased person, to which nothing that was said comes back. */
export const isErased = (call: Pick<CallRow, 'phone_number'>): boolean => call.phone_number === erasedPhoneNumber;

export const isQualified = (call: Pick<CallRow, 'outcome' | 'qualifying_outcomes'>): boolean =>
  call.outcome !== null && call.qualifying_outcomes.includes(call.outcome);

export const findCall = (sql: Knex, tenantId: string, callId: string): Promise<CallRow | undefined> =>
  sql<CallRow>('calls').where({ tenant_id: tenantId, id: callId }).first();

/** Finds a call that the public API shows: this tenant made it through that API. */
export const findApiCall = (sql: Knex, tenantId: string, callId: string): Promise<CallRow | undefined> =>
  sql<CallRow>('calls').where({ tenant_id: tenantId, id: callId, origin: 'api' }).first();

/** A call as a provider knows it. The tenant is null where the provider does not say it. */
export interface NamedCall {
  readonly tenantId: string | null;
  readonly callId: string;
}

/** Returns the ids of those that are calls here. Where no tenant is named, the key is asked for one tenant after another. */
export async function knownCallIds(sql: Knex, named: readonly NamedCall[]): Promise<Set<string>> {
  const { rows } = await sql.raw<{ rows: { id: string }[] }>(knownStatement, [
    named.map(({ tenantId }) => tenantId ?? ''),
    named.map(({ callId }) => callId),
  ]);
  return new Set(rows.map(({ id }) => id));
}

const knownStatement = `
  select c.id
    from unnest(?::text[], ?::text[]) as named (tenant_id, id)
    join calls c
      on c.tenant_id = any (case when named.tenant_id = '' then array(select id from tenants) else array[named.tenant_id] end)
     and c.id = named.id`;

/** Finds a call that the public API shows to its tenant, for an operator, who knows the call and not the tenant. */
export const findApiCallOfAnyTenant = (sql: Knex, callId: string): Promise<CallRow | undefined> =>
  sql<CallRow>('calls').whereRaw(ofAnyTenant).andWhere({ id: callId, origin: 'api' }).first();

/**
 * Lists the calls of the public API whose `call.completed` has gone out, newest first, by the key: ids are in the order of creation. A page
 * begins below the call `after`.
 */
export function listCompletedCalls(
  sql: Knex,
  tenantId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<CallRow[]> {
  const query = sql<CallRow>('calls')
    .where({ tenant_id: tenantId, origin: 'api' })
    .whereNotNull('completed_event_at')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after !== null) query.where('id', '<', after);
  return query;
}

/** Counts the calls that use up the tenant's concurrent calls. */
export async function countLiveCalls(sql: Knex, tenantId: string): Promise<number> {
  const counted = await sql<CallRow>('calls')
    .where({ tenant_id: tenantId })
    .whereIn('status', liveStatuses)
    .whereNull('placement_expired_at')
    .count({ count: '*' })
    .first();
  return Number(counted?.count ?? 0);
}

/** Locks the row for the rest of the transaction, so that two reports on one call are applied one after the other. */
export const lockCall = (trx: Knex, tenantId: string, callId: string): Promise<CallRow | undefined> =>
  trx<CallRow>('calls').where({ tenant_id: tenantId, id: callId }).forUpdate().first();
