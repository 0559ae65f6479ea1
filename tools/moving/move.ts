import type { Context } from '../../src/context.ts';
import { mayBeSilent } from '../../src/db/silent-sessions.ts';
import { MovingError } from './moving-error.ts';

/** The two ends of a move. Its commands have the settings of the new cell, and an address of the old cell's database. */
export interface Move {
  readonly tenantId: string;
  /** Is the old cell, which the tenant leaves. */
  readonly source: Pick<Context, 'db' | 'clock'>;
  /** Is the address of the old cell's primary, for this process and for the new cell's PostgreSQL. */
  readonly sourceUrl: string;
  /** Is the new cell. Its old secret keys have that of the old cell. */
  readonly destination: Pick<Context, 'db' | 'clock' | 'secrets' | 'recordings'> & {
    readonly config: Pick<Context['config'], 'cell' | 'redisUrl' | 'environment'>;
  };
  /** Hears of each step before it begins. */
  readonly tell: (step: string) => void;
  /** Tells the router, as soon as the new cell takes the tenant's requests. If it throws, the switch is repeated. */
  readonly route?: () => Promise<void>;
}

/** What a move is where the database of the new cell cannot be reached. */
export interface OldEnd extends Pick<Move, 'tenantId' | 'source' | 'tell'> {
  readonly destination: { readonly config: Pick<Move['destination']['config'], 'cell'> };
}

/** Runs one command about a tenant at a time. The lock is the session's, so that it ends with a process that is killed. */
export async function alone<Result>({ source, tenantId }: Pick<Move, 'source' | 'tenantId'>, work: () => Promise<Result>): Promise<Result> {
  const session = await source.db.engine.connect();
  // It is not used again before the work ends.
  mayBeSilent(session);
  const lock = [`move ${tenantId}`];
  try {
    const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock(hashtext($1)) as mine', lock);
    if (!rows[0]?.mine) throw new MovingError(`Another command is at work on the move of ${tenantId}.`);
    return await work();
  } finally {
    // A session that was cut has no lock any more, which says nothing about the work.
    const isCut = await session.query('select pg_advisory_unlock(hashtext($1))', lock).then(
      () => false,
      () => true,
    );
    session.release(isCut);
  }
}
