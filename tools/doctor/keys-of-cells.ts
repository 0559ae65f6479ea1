import type { Config } from '../../src/process/config.ts';
import type { SoundDatabase } from './database.ts';
import { good, type Seen, warning } from './finding.ts';

/** Checks that the unexpired keys of this database name this process's cell, since a router routes by that name. */
export async function keysOfCells({ engine, now }: SoundDatabase, { cell }: Config): Promise<readonly Seen[]> {
  const { rows } = await engine.query<{ cell: string; keys: number }>(
    `select cell, count(*)::integer as keys
       from api_keys
      where revoked_at is null
        and (expires_at is null or expires_at > $1)
      group by cell
      order by cell`,
    [now],
  );
  const others = rows.filter((row) => row.cell !== cell);
  if (others.length === 0) return [good(`${cell}, as all keys say`)];
  return [
    warning(
      `This is cell ${cell}, and some living keys name another: ${others.map((row) => `${row.cell} (${row.keys})`).join(', ')}.`,
      'Keys of tenants that moved here belong among the exceptions of the router. Others were made by a process with another RINGPOST_CELL: give it to all processes of one database alike.',
    ),
  ];
}
