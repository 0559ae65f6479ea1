import type { Context } from '../context.ts';
import { searchAtLength } from '../db/at-length.ts';
import { mayLieInStore, mostFailures, type RecordedCall, removeFromStore } from './recordings.ts';

/**
 * Removes a tenant's recordings from the store and their calls, whose rows alone know where they are. A recording that the store does
 * not remove keeps its own call and nothing else.
 */
export async function removeRecordedCalls(
  context: Pick<Context, 'db' | 'recordings'>,
  tenantId: string,
): Promise<{ readonly calls: number; readonly recordings: number; readonly errors: readonly unknown[] }> {
  const { engine, knex } = context.db;
  const errors: unknown[] = [];
  let recordings = 0;
  let calls = 0;
  let after = '';
  for (;;) {
    const found = await searchAtLength<RecordedCall>(engine, searchStatement, [tenantId, after, callsAtOnce]);
    const { removed, failures } = await removeFromStore(context, found);
    const ids = removed.map(({ id }) => id);
    calls += await knex('calls').where({ tenant_id: tenantId }).whereIn('id', ids).delete();
    recordings += removed.filter(({ recording_key }) => recording_key !== null).length;
    errors.push(...failures.map(({ error }) => error));
    const last = found.at(-1);
    if (!last || found.length < callsAtOnce || errors.length >= mostFailures) return { calls, recordings, errors };
    after = last.id;
  }
}

/** Each removal is a request to a bucket; this many run at the same time. */
const callsAtOnce = 16;

/** No index has a tenant's recordings, so this may read all of its calls. */
const searchStatement = `
  select id, tenant_id, recording_key
    from calls
   where tenant_id = $1
     and ${mayLieInStore}
     and id > $2
   order by id
   limit $3`;
