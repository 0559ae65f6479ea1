import type { Knex } from 'knex';
import type { Pool } from 'pg';
import type { Context } from '../context.ts';
import { isNotDeleted, isServedHere } from '../db/served-here.ts';
import type { LoggedCall } from '../process/log.ts';
import { minuteMs } from '../process/time.ts';

/** The recording's columns of `calls`: which recordings are due, and the result of fetching them. */
export interface DueRecording extends LoggedCall {
  readonly tenant_id: string;
  readonly recording_source: string;
  readonly provider_call_id: string | null;
  readonly recording_attempts: number;
}

export type CallKey = Pick<DueRecording, 'tenant_id' | 'id'>;

/** Returns a recording's key in the store. It contains the call's id, so that a serving process can log it. */
export const recordingKey = ({ tenant_id, id }: CallKey, contentType: string): string =>
  `${tenant_id}/${id}.${contentType.startsWith('audio/mp') ? 'mp3' : 'wav'}`;

export interface RecordedCall extends CallKey {
  readonly recording_key: string | null;
}

/**
 * As SQL, true for a call whose recording may lie in the store. That of one that is still to be fetched may: its process may have died
 * before it recorded the key, and the store's answer may have been lost.
 */
export const mayLieInStore = "(recording_key is not null or recording_state = 'due')";

/** A claim lasts longer than a download and its storing may take, so that no other process begins the same one meanwhile. */
export const recordingClaimMs = 2 * minuteMs;

/**
 * As SQL, true for a call whose recording a process may be fetching at the time of the parameter. What it stores lies there until it has
 * looked whether the recording is still wanted, and for ever if it dies before that. One that is put off for no longer than a claim
 * lasts looks the same. The second allows for clocks that differ.
 */
export const mayBeFetched = (now: `$${number}`): string =>
  `(recording_state = 'due' and recording_due_at > ${now} and recording_due_at <= ${now}::timestamptz + interval '${longestClaimMs} ms')`;
const longestClaimMs = recordingClaimMs + 1_000;

/** Tells if a process may be fetching a recording of the tenant. */
export const isAnyFetched = async (engine: Pool, tenantId: string, now: Date): Promise<boolean> =>
  (await engine.query(`select from calls where tenant_id = $1 and ${mayBeFetched('$2')} limit 1`, [tenantId, now])).rowCount === 1;

/** Removes recordings from the store, all at once. Returns the calls that have none there any more, and why others still may have one. */
export async function removeFromStore<Call extends CallKey>({ recordings }: Pick<Context, 'recordings'>, calls: readonly Call[]) {
  const removed: Call[] = [];
  const failures: { readonly call: Call; readonly error: unknown }[] = [];
  await Promise.all(
    calls.map((call) =>
      Promise.all(keysToRemove(call).map((key) => recordings.remove(key))).then(
        () => removed.push(call),
        (error: unknown) => failures.push({ call, error }),
      ),
    ),
  );
  return { removed, failures };
}

/** Where so many recordings cannot be removed, it is the store that is away, and a run ends. */
export const mostFailures = 1_024;

/**
 * Returns the keys to remove from the store. They are those of both formats, also where one is recorded: an earlier try may have stored
 * the other before its process died or the store's answer was lost.
 */
const keysToRemove = (call: CallKey): readonly string[] =>
  ['audio/mpeg', 'audio/wav'].map((contentType) => recordingKey(call, contentType));

export const callOfRecording = (key: string): string | undefined => /^[^/]+\/([^/.]+)\.\w+$/.exec(key)?.[1];

/**
 * Claims due recordings, but none of a deleted tenant, whose recordings are being removed. Their next try is set at once, so the
 * recording of a claim that dies is due again.
 */
export async function claimDueRecording(sql: Knex, now: Date, retryAt: Date): Promise<DueRecording | undefined> {
  const result: { rows: DueRecording[] } = await sql.raw(
    `
    update calls
       set recording_due_at = ?
     where (tenant_id, id) in (
           select tenant_id, id
             from calls
            where recording_due_at <= ?
              and ${isServedHere}
              and ${isNotDeleted}
            order by recording_due_at
            limit 1
              for update skip locked)
    returning id, request_id, trace, tenant_id, recording_source, provider_call_id, recording_attempts`,
    [retryAt, now],
  );
  return result.rows[0];
}

export const postponeRecording = (sql: Knex, recording: DueRecording, attempts: number, dueAt: Date) =>
  sql('calls')
    .where({ tenant_id: recording.tenant_id, id: recording.id, recording_state: 'due' })
    .update({ recording_attempts: attempts, recording_due_at: dueAt });

/**
 * Records that the recording is stored, or never will be, and returns the number of rows. It is 0 where another process
 * was first, and where the tenant is deleted or its rows are gone. If the call's events waited only for the recording,
 * they are due now.
 */
export const settleRecording = (
  sql: Knex,
  recording: DueRecording,
  result: { readonly state: 'stored' | 'failed'; readonly key: string | null; readonly attempts: number },
  now: Date,
) =>
  sql('calls')
    .where({ tenant_id: recording.tenant_id, id: recording.id, recording_state: 'due' })
    .whereRaw(isNotDeleted)
    .update({
      recording_state: result.state,
      recording_key: result.key,
      recording_attempts: result.attempts,
      recording_due_at: null,
      completion_due_at: sql.raw(
        'case when completion_due_at is not null and analyzed_at is not null then least(completion_due_at, ?::timestamptz) else completion_due_at end',
        [now],
      ),
    });

/** True where the call's recording is stored and not removed with its tenant. */
export const isRecorded = async (sql: Knex, { tenant_id, id }: Pick<DueRecording, 'tenant_id' | 'id'>): Promise<boolean> =>
  (await sql('calls').where({ tenant_id, id, recording_state: 'stored' }).whereRaw(isNotDeleted).first('id')) !== undefined;
