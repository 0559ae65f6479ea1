import type { PoolClient } from 'pg';
import { tenantTables } from '../../src/deletion/tenant-tables.ts';
import type { Move } from './move.ts';
import { MovingError, noTenant } from './moving-error.ts';
import { hashOfCode } from './moving-state.ts';

/** Makes the tenant's own row in the new cell, frozen until its code comes. Does nothing if this move has made it already. */
export async function copyTenant(move: Move, code: string): Promise<void> {
  const { source, destination, tenantId } = move;
  const { rows } = await source.db.engine.query<{ key: Buffer }>(
    `select coalesce(delivery_id_key, (select delivery_id_key from installation)) as key from tenants where id = $1`,
    [tenantId],
  );
  await withColumns(move, async (client, columns, row) => {
    const awaited = hashOfCode(code);
    const { rows: there } = await client.query<{ awaited: Buffer | null }>('select awaited_code as awaited from tenants where id = $1', [
      tenantId,
    ]);
    if (there[0]?.awaited?.equals(awaited)) return;
    if (there[0])
      throw new MovingError(
        `This database has a tenant ${tenantId} already${there[0].awaited ? ', the copy of a move that was abandoned: ringpost move abandon' : ', or what it left behind here: ringpost tenant remove'}.`,
      );
    await client.query(
      `insert into tenants (${columns}, frozen_at, awaited_code, delivery_id_key)
       select ${columns}, $2, $3, nullif($4, (select delivery_id_key from installation))
         from jsonb_populate_record(null::tenants, $1::jsonb)`,
      [row, destination.clock.realNow(), awaited, rows[0]?.key],
    );
  });
}

/** Brings the settings, which may have changed since the start of the move. */
export const copySettings = (move: Move): Promise<void> =>
  withColumns(move, async (client, columns, row) => {
    await client.query(
      `update tenants
          set (${columns}) = (select ${columns} from jsonb_populate_record(null::tenants, $1::jsonb))
        where id = $2
          and awaited_code is not null`,
      [row, move.tenantId],
    );
  });

/** Passes the columns that are the same in every cell, and the row as JSON in PostgreSQL's own words, which keep every digit. */
async function withColumns(
  { source, destination, tenantId }: Move,
  write: (client: PoolClient, columns: string, row: string) => Promise<void>,
): Promise<void> {
  const own = tenantTables.find(({ name }) => name === 'tenants')?.leftOut ?? [];
  const { rows } = await source.db.engine.query<{ row: string; columns: readonly string[] }>(
    `select to_jsonb(t)::text as row,
            array(select column_name::text
                    from information_schema.columns
                   where table_schema = current_schema()
                     and table_name = 'tenants'
                     and column_name <> all ($2)) as columns
       from tenants t
      where id = $1`,
    [tenantId, own],
  );
  const [found] = rows;
  if (!found) throw noTenant(tenantId, '--from');
  const client = await destination.db.engine.connect();
  try {
    await write(client, found.columns.join(', '), found.row);
  } finally {
    client.release();
  }
}
