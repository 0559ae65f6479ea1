import type { Knex } from 'knex';
import type { components } from '../contract/generated/operator.ts';
import type { Expiry } from '../deliveries/retention.ts';
import { countFailed, type ReplayRow } from '../replays/webhook-replays.ts';

/** While it runs, what remains is counted. In the snapshot that the row was read in, or the two would not fit together. */
export async function replayView(sql: Knex, row: ReplayRow, expiry: Expiry): Promise<components['schemas']['ReplayView']> {
  const remaining = row.remaining ?? (await countFailed(sql, row, expiry));
  // An outcome from before the replay began may have been written just after it was counted.
  const total = Math.max(row.total, row.replayed + remaining);
  return {
    id: row.id,
    webhookEndpointId: row.endpoint_id,
    since: row.since.toISOString(),
    state: row.state,
    total,
    replayed: row.replayed,
    skipped: total - row.replayed - remaining,
    remaining,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
