import type { Context } from '../context.ts';
import type { components } from '../contract/generated/operator.ts';
import type { Database } from '../db/database.ts';
import { advanceClock as advance } from '../db/database-clock.ts';
import { afterCommit } from '../db/unserved.ts';
import { heldOfAll } from '../deliveries/sweep.ts';
import { conflict } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';

export const readClock: OperatorOperation<'readClock'> = async (context) => ({ status: 200, body: await clockReply(context) });

async function clockReply({ clock, config, db }: Context): Promise<components['schemas']['ClockReply']> {
  const { nextDueAt, isBusy } = config.environment === 'sandbox' ? await readWaiting(db) : nothing;
  const [now, realNow] = [clock.now(), clock.realNow()];
  // The clock advances by whole seconds, and a millisecond may pass between the two readings.
  const offsetSeconds = Math.max(0, Math.round((now.getTime() - realNow.getTime()) / 1_000));
  return {
    clock: {
      now: now.toISOString(),
      realNow: realNow.toISOString(),
      offsetSeconds,
      nextDueAt: nextDueAt?.toISOString() ?? null,
      isBusy,
    },
  };
}

interface Waiting {
  readonly nextDueAt: Date | null;
  readonly isBusy: boolean;
}

const nothing: Waiting = { nextDueAt: null, isBusy: false };

/**
 * Reads what waits (sandbox only). A delivery that has a worker is leased, not due; in a long queue the leased one should not have
 * to be searched for. Those of a tenant that moves are due at the end of time (D-25). To plan the statement takes five times as long as to run it.
 */
async function readWaiting({ engine }: Pick<Database, 'engine'>): Promise<Waiting> {
  const { rows } = await engine.query<{ next_due_at: Date | null; is_busy: boolean }>({ name: 'read-waiting', text: waitingStatement });
  const [row] = rows;
  return row ? { nextDueAt: row.next_due_at, isBusy: row.is_busy } : nothing;
}

const waitingStatement = `
    select least(
             (select nullif(min(due_at), 'infinity') from webhook_deliveries where due_at is not null and worker is null),
             (select min(check_at) from calls where check_at is not null),
             (select min(completion_due_at) from calls where completion_due_at is not null),
             (select min(recording_due_at) from calls where recording_due_at is not null),
             (select min(check_at) from texts where check_at is not null),
             (select min(due_at) from webhook_replays where due_at is not null)) as next_due_at,
           exists (select from webhook_deliveries where due_at is not null and worker is not null)
             or exists (select from webhook_deliveries where ${heldOfAll}) as is_busy`;

export const advanceClock: OperatorOperation<'advanceClock'> = async (context, { body }) => {
  if (context.config.environment !== 'sandbox') throw conflict('The clock can only be moved with RINGPOST_ENV=sandbox.');
  await advance(context.db.knex, context.clock, body.seconds);
  context.wake.deliveries();
  return { status: 200, body: await afterCommit(clockReply(context)) };
};
