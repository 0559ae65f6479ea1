import { randomUUID } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import { unfence } from '../../tools/moving/fence.ts';

/**
 * Done behind the back of a move when it has switched, to show that its drill sees it: a row is gone from the new cell, one is there
 * twice, or the old cell serves the tenant again.
 */
export const moveSabotages = ['moved-lost', 'moved-twice', 'two-cells'] as const;
export type MoveSabotage = (typeof moveSabotages)[number];

type Databases = Readonly<Record<'source' | 'destination', Pick<Context, 'db'>>>;

export async function sabotageMove({ source, destination }: Databases, tenantId: string, how: MoveSabotage): Promise<void> {
  const change = async ({ db }: Pick<Context, 'db'>, sql: string, values: readonly string[]): Promise<void> => {
    const { rowCount } = await db.engine.query(sql, [...values]);
    if (rowCount !== 1) throw new Error('there was nothing that could be sabotaged');
  };
  switch (how) {
    case 'moved-lost':
      return change(
        destination,
        'delete from calls where (tenant_id, id) = (select tenant_id, id from calls where tenant_id = $1 order by id limit 1)',
        [tenantId],
      );
    case 'moved-twice':
      return change(
        destination,
        `insert into webhook_deliveries
         select again.*
           from webhook_deliveries d
          cross join lateral jsonb_populate_record(d, jsonb_build_object('id', $2::uuid)) as again
          where (d.tenant_id, d.id) = (select tenant_id, id from webhook_deliveries where tenant_id = $1 and finished_at is not null order by id limit 1)`,
        [tenantId, randomUUID()],
      );
    case 'two-cells':
      await unfence(source.db, tenantId);
      return change(
        source,
        `update tenants
            set frozen_at = null, held_since = null, exported_at = null, handed_over_at = null, hand_over_code = null, moving_to = null
          where id = $1`,
        [tenantId],
      );
  }
}
