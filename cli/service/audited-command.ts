import { hostname, userInfo } from 'node:os';
import type { Knex } from 'knex';
import type { Ids } from '../../src/audit/audit-log.ts';

/** A command that writes to the database itself. */
export interface AuditedCommand {
  readonly words: string;
  readonly ids: Ids;
}

/** Runs such a command with an entry in the audit log. `act` may add ids to `about` that were not known before. */
export async function auditedCommand<Result>(
  sql: Knex,
  { words, ids }: AuditedCommand,
  act: (about: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  // The module is loaded here because the database's code would slow every other command down.
  const { beginEntry, endEntry } = await import('../../src/audit/audit-log.ts');
  const address = `${userInfo().username}@${hostname()}`;
  const id = await beginEntry(sql, { operation: `ringpost ${words}`, ids, request_id: null, address }, new Date());
  const about: Record<string, string> = {};
  try {
    const result = await act(about);
    await endEntry(sql, id, 'done', about);
    return result;
  } catch (error) {
    // The reason of the failure is told, and not that its entry could not be completed.
    await endEntry(sql, id, 'failed').catch(() => 0);
    throw error;
  }
}
