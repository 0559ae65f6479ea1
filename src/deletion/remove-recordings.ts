import type { Context } from '../context.ts';
import { keysToRemove, mayLieInStore, type RecordedCall } from '../recordings/recordings.ts';

/**
 * Removes a tenant's recordings from the store, and returns how many. One that is gone already counts too, since an
 * earlier run may have removed it.
 */
export async function removeRecordings({ db, recordings }: Pick<Context, 'db' | 'recordings'>, tenantId: string): Promise<number> {
  let removed = 0;
  let after = '';
  for (;;) {
    const calls: RecordedCall[] = await db
      .knex('calls')
      .where({ tenant_id: tenantId })
      .whereRaw(mayLieInStore)
      .where('id', '>', after)
      .orderBy('id')
      .limit(callsAtOnce)
      .select('id', 'tenant_id', 'recording_key');
    await Promise.all(calls.flatMap(keysToRemove).map((key) => recordings.remove(key)));
    removed += calls.filter(({ recording_key }) => recording_key !== null).length;
    const last = calls.at(-1);
    if (!last || calls.length < callsAtOnce) return removed;
    after = last.id;
  }
}

/** Each removal is a request to a bucket; this many run at the same time. */
const callsAtOnce = 16;
