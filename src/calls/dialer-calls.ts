import type { Knex } from 'knex';
import { findContactByPhone } from '../contacts/contacts.ts';
import type { Context } from '../context.ts';
import { requireRow } from '../db/require-row.ts';
import { callCompleted } from '../events/call-completed.ts';
import { publishWith } from '../events/publish.ts';
import { newIdentifier } from '../process/identifiers.ts';
import type { TraceContext } from '../process/trace-context.ts';
import type { Analysis } from './analysis.ts';
import type { CallRow, TerminalStatus } from './calls.ts';

/** The result of a call that a dialer has made. JSON is text where the call keeps it so. */
export interface DialerResult extends Omit<Analysis, 'recordingSource' | 'lacks'> {
  readonly dedupeKey: string;
  /** The id of the request that reports it. */
  readonly requestId: string;
  readonly trace: TraceContext | null;
  readonly agentId: string | null;
  readonly phoneNumber: string;
  readonly fromPhoneNumber: string;
  readonly status: TerminalStatus;
  readonly durationSeconds: number | null;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly campaign: CallRow['campaign'];
}

/** A dialer's call. It may have neither an agent nor a number of ours. */
export type DialerCallRow = Omit<CallRow, 'agent_id' | 'from_phone_number_id'> & {
  readonly agent_id: string | null;
  readonly from_phone_number_id: string | null;
  readonly dialer_dedupe_key: string;
};

/**
 * Keeps the result of a call that Ringpost did not place, and publishes its `call.completed` in the same transaction. It takes no
 * money and no permit, and has no recording. Recorded twice under one key, it is one call.
 */
export async function recordDialerResult(
  context: Context,
  tenantId: string,
  result: DialerResult,
): Promise<{ readonly call: DialerCallRow; readonly isNew: boolean }> {
  const { knex } = context.db;
  const before = await findDialerCall(knex, tenantId, result.dedupeKey);
  if (before) return { call: before, isNew: false };
  const at = context.clock.now();
  const row = rowOf(tenantId, result, at);
  const contact = (await findContactByPhone(knex, tenantId, result.phoneNumber)) ?? null;
  const completed = { ...callCompleted({ ...emptyEchoes, ...row }, contact, at), trace: row.trace };
  const call = await publishWith(context, [completed], (publish) =>
    knex.transaction(async (trx) => {
      const rows: DialerCallRow[] = await trx('calls').insert(columnsOf(row)).onConflict(sameKey(trx)).ignore().returning('*');
      if (rows.length > 0) await publish(trx);
      return rows[0];
    }),
  );
  return call ? { call, isNew: true } : { call: requireRow(await findDialerCall(knex, tenantId, result.dedupeKey)), isNew: false };
}

const findDialerCall = (sql: Knex, tenantId: string, dedupeKey: string): Promise<DialerCallRow | undefined> =>
  sql<DialerCallRow>('calls').where({ tenant_id: tenantId, dialer_dedupe_key: dedupeKey }).first();

/** The partial index that allows one call for each key. */
const sameKey = (trx: Knex) => trx.raw('(tenant_id, dialer_dedupe_key) where dialer_dedupe_key is not null');

const rowOf = (tenantId: string, result: DialerResult, at: Date) => ({
  id: newIdentifier('call', at),
  tenant_id: tenantId,
  origin: 'dialer' as const,
  dialer_dedupe_key: result.dedupeKey,
  request_id: result.requestId,
  trace: result.trace,
  agent_id: result.agentId,
  phone_number: result.phoneNumber,
  from_phone_number_id: null,
  from_phone_number: result.fromPhoneNumber,
  direction: 'dialer_outbound',
  status: result.status,
  outcome: result.outcome,
  notes: result.notes,
  duration_seconds: result.durationSeconds,
  started_at: result.startedAt,
  answered_at: null,
  ended_at: result.endedAt,
  created_at: at,
  transcript: result.transcript,
  campaign: result.campaign,
  callback: result.callback,
  extraction: result.extraction,
  extraction_error: result.extractionError,
  completed_event_at: at,
});

/** A dialer's call has no such values, and its webhook lacks them. */
const emptyEchoes = { variables: '{}', metadata: '{}', known_consent: false, consent_record_id: null };

const columnsOf = (row: ReturnType<typeof rowOf>) => ({
  ...row,
  campaign: row.campaign && JSON.stringify(row.campaign),
  callback: row.callback && JSON.stringify(row.callback),
  active_outcomes: [],
  qualifying_outcomes: [],
});
