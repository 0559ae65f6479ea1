import type { Context } from '../context.ts';
import { searchAtLength } from '../db/at-length.ts';
import type { InBatch } from '../db/transaction.ts';
import { erasedPhoneNumber } from '../process/limits.ts';
import { mayBeFetched, mayLieInStore, type RecordedCall, removeFromStore } from '../recordings/recordings.ts';
import { isSettled } from './calls.ts';

/**
 * Erases a person from the tenant's calls to a phone number that were made by then, and removes their recordings. The row stays with
 * its ids, states and times: its id still resolves, its money adds up, and a look through the provider's calls finds it known. A call
 * whose events have not gone out, or whose recording is being fetched or is not removed by the store, is left for a later run.
 */
export async function eraseCallsTo(
  context: Pick<Context, 'db' | 'clock' | 'recordings' | 'log'>,
  tenantId: string,
  phoneNumber: string,
  until: Date,
  inBatch: InBatch<Pick<ErasedCalls, 'calls' | 'recordings'>>,
): Promise<ErasedCalls> {
  const { db, clock, log } = context;
  const found = await searchAtLength<FoundCall>(db.engine, searchStatement, [tenantId, phoneNumber, clock.now(), until]);
  const settled = found.filter(({ may_be_erased }) => may_be_erased);
  const erased = { calls: 0, recordings: 0 };
  for (let from = 0; from < settled.length; from += callsInABatch) {
    const batch = settled.slice(from, from + callsInABatch);
    const { removed, failures } = await removeFromStore(
      context,
      batch.filter((call) => call.may_lie_in_store),
    );
    for (const { call, error } of failures)
      log.error({ err: error, tenantId, callId: call.id }, 'a recording of an erasure could not be removed; it is tried again');
    const silent = [...batch.filter((call) => !call.may_lie_in_store), ...removed];
    const [ids, keys, dueAt] = [
      silent.map(({ id }) => id),
      silent.map(({ recording_key }) => recording_key),
      silent.map(({ due_at }) => due_at),
    ];
    const values = [tenantId, ids, erasedPhoneNumber, clock.now(), keys, dueAt];
    const { calls, recordings } = await inBatch(async (client) => {
      const { rows } = await client.query<{ key: string | null }>(eraseStatement, values);
      return { calls: rows.length, recordings: rows.filter(({ key }) => key !== null).length };
    });
    erased.calls += calls;
    erased.recordings += recordings;
  }
  return { ...erased, waiting: found.length - erased.calls };
}

export interface ErasedCalls {
  readonly calls: number;
  readonly recordings: number;
  /** Is the number of calls whose event is still to come, or whose recording is being fetched, is not removed or has just been stored. */
  readonly waiting: number;
}

interface FoundCall extends RecordedCall {
  readonly may_lie_in_store: boolean;
  readonly may_be_erased: boolean;
  /** Is PostgreSQL's text of the time, which has every digit. */
  readonly due_at: string | null;
}

/** Each removal of a recording is a request to a bucket; this many run at the same time. */
const callsInABatch = 16;

const searchStatement = `
  select id, tenant_id, recording_key, recording_due_at::text as due_at, ${mayLieInStore} as may_lie_in_store,
         ${isSettled} and not coalesce(${mayBeFetched('$3')}, false) as may_be_erased
    from calls
   where tenant_id = $1
     and phone_number = $2
     and created_at <= $4`;

/**
 * A recording that has been stored since the search, or that a process has begun to fetch, may lie in the store again, so its call is left
 * for a later run. A call with the number of an erased person takes no analysis and no recording, so a report that comes late brings nothing
 * back.
 */
const eraseStatement = `
  update calls
     set phone_number = $3, transcript = null, notes = null, extraction = null, extraction_error = null, callback = null, variables = '{}',
         metadata = '{}', consent_record_id = null, control_url = null, recording_source = null, recording_state = 'none',
         recording_key = null, recording_due_at = null,
         completion_due_at = case when completed_event_at is null then completion_due_at end, analyzed_at = coalesce(analyzed_at, $4)
    from unnest($2::text[], $5::text[], $6::timestamptz[]) as found (call_id, key, due_at)
   where tenant_id = $1
     and id = found.call_id
     and recording_key is not distinct from found.key
     and recording_due_at is not distinct from found.due_at
  returning found.key`;
