import { setTimeout as pause } from 'node:timers/promises';
import { atLength } from '../../src/db/at-length.ts';
import { appendChanges } from '../../src/deliveries/delivery-counts.ts';
import { giveBackGraceMs, placementTimeoutMs } from '../../src/process/limits.ts';
import { before, minuteMs } from '../../src/process/time.ts';
import { findPassedOver, type LookFrom, lookAgain } from '../../src/texts/looks-for-texts.ts';
import { rotateSecrets } from '../rotate-secrets.ts';
import { copySettings } from './copy-tenant.ts';
import { refuseAll, refuseNew, unfence } from './fence.ts';
import { holdDeliveries, releaseDeliveries } from './hold.ts';
import { alone, type Move } from './move.ts';
import { MovingError, noTenant } from './moving-error.ts';
import { findMovingState, hashOfCode, lockMovingState, mustMoveTo } from './moving-state.ts';
import { hasCaughtUp, progressOf, unpublish, unsubscribe } from './replication.ts';
import { mustShareNoNumber } from './shared-number.ts';

/** How long a switch waits. A test that waits for nothing shortens it. */
export interface Patience {
  /** The deliveries that are in hand have this long to end, while the tenant works. */
  readonly inHandMs: number;
  /** The calls that are being placed, and the texts that are being sent, have this long to end, while nothing new is let in. */
  readonly placingMs: number;
  /** The new cell has this long to catch up while the tenant stands still. */
  readonly catchUpMs: number;
}

const patience: Patience = { inHandMs: 60_000, placingMs: 3_000, catchUpMs: 10_000 };

export interface Switched {
  /** Counts the deliveries that waited. */
  readonly deliveries: number;
  /** Says for how long the tenant was refused, as far as this run has seen it; null if an earlier run handed it over. */
  readonly stoodStillMs: number | null;
}

/**
 * Hands the tenant over to this cell. Until the hand-over it can be abandoned; from then on only this can go on. Repeated, it goes on
 * where it was stopped.
 */
export const switchMove = (move: Move, waits: Patience = patience): Promise<Switched> =>
  alone(move, async () => {
    const state = await findMovingState(move.source.db.knex, move.tenantId);
    if (!state || state.deleting_since !== null) throw noTenant(move.tenantId, '--from');
    if (state.handed_over_at !== null && state.moving_to === move.destination.config.cell) return takeOver(move);
    mustMoveTo(move.destination.config.cell, state, move.tenantId);
    const sealedUntil = await prepare(move, waits);
    return takeOver(move, { since: await handOver(move, waits), sealedUntil });
  });

/** Does what takes long, while the tenant works. Returns until when, in real time, its secrets are sealed with this cell's key. */
async function prepare(move: Move, { inHandMs, catchUpMs }: Patience): Promise<Date> {
  const { source, tenantId, tell } = move;
  await mustShareNoNumber(move);
  const { tables, tablesFollowed } = await progressOf(move);
  if (tables === 0 || tablesFollowed < tables)
    throw new MovingError(`${tablesFollowed} of ${tables} tables are copied: ringpost move status ${tenantId}. Nothing was changed.`);
  const sealedUntil = source.clock.realNow();
  if (!(await hasCaughtUp(move, 6 * catchUpMs)))
    throw new MovingError(`This cell is behind: ringpost move status ${tenantId}. Nothing was changed.`);
  tell('sealing its secrets with the key of this cell');
  await sealAnew(move, new Date(0));
  tell('holding its deliveries back');
  await source.db.knex('tenants').where({ id: tenantId, held_since: null }).update({ held_since: source.clock.realNow() });
  const inHand = await holdDeliveries(source, tenantId, { withinMs: inHandMs, isRefused: false });
  if (inHand > 0) throw new MovingError(`${inHand} of its deliveries are under way still. ${again}`);
  if (!(await hasCaughtUp(move, 6 * catchUpMs))) throw new MovingError(`This cell is behind: ringpost move status ${tenantId}. ${again}`);
  return sealedUntil;
}

const again = 'Its deliveries wait: switch again, or abandon the move.';

/** Refuses the tenant in the old cell, waits for the last of its rows, and hands it over. Returns since when it was refused. */
async function handOver(move: Move, { inHandMs, placingMs, catchUpMs }: Patience): Promise<number> {
  const { source, destination, tenantId, tell } = move;
  const { knex } = source.db;
  tell('refusing what is new in the old cell');
  const since = performance.now();
  // A tenant that is refused could not be deleted.
  const frozen = await knex('tenants')
    .where({ id: tenantId, deleting_since: null })
    .update({ frozen_at: knex.raw('coalesce(frozen_at, ?)', [source.clock.realNow()]) });
  if (frozen === 0) throw noTenant(tenantId, '--from');
  await refuseNew(source.db, tenantId);
  await placed(move, placingMs);
  tell('refusing everything in the old cell');
  await refuseAll(source.db, tenantId);
  const inHand = await holdDeliveries(source, tenantId, { withinMs: inHandMs, isRefused: true });
  if (inHand > 0) throw new MovingError(`${inHand} of its deliveries are under way still, and ${refused}`);
  if (!(await hasCaughtUp(move, catchUpMs))) throw new MovingError(`This cell is behind, and ${refused}`);
  await copySettings(move);
  tell('handing it over');
  await knex.transaction(async (trx) => {
    const state = await lockMovingState(trx, tenantId, '--from');
    mustMoveTo(destination.config.cell, state, tenantId);
    await mustAwait(move, state.hand_over_code ?? '');
    const at = source.clock.realNow();
    await trx('tenants').where({ id: tenantId }).update({ exported_at: at, handed_over_at: at });
  });
  return since;
}

const refused = 'the tenant is refused: switch again, or abandon the move.';

/** Waits for calls, texts and keyed requests under way. Of one that takes longer the new cell finds out what became of it, as after a crash. */
async function placed({ source: { db, clock }, tenantId }: Move, withinMs: number): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await pause(50)) {
    const { rows } = await db.engine.query<{ none: boolean }>(
      `select not exists (select from calls where tenant_id = $1 and placement = 'pending' and dial_lease_until > $2)
          and not exists (
              select
                from texts
               where tenant_id = $1
                 and check_at is not null
                 and status = 'queued'
                 and provider_message_id is null
                 and asked_at > $3)
          and not exists (select from idempotency_keys where tenant_id = $1 and response is null and lease_until > $2) as none`,
      [tenantId, clock.realNow(), before(clock.realNow(), placementTimeoutMs + giveBackGraceMs)],
    );
    if (rows[0]?.none) return;
  }
}

/** Throws unless the copy in this cell goes on with this code. */
async function mustAwait({ destination, tenantId }: Move, code: string): Promise<void> {
  const state = await findMovingState(destination.db.knex, tenantId);
  if (!state?.awaited_code?.equals(hashOfCode(code)))
    throw new MovingError(`What this database has of ${tenantId} is not of this move: abandon the move and start it again.`);
}

interface Standing {
  readonly since: number;
  readonly sealedUntil: Date;
}

/** Lets the tenant go on in this cell. */
async function takeOver(move: Move, { since, sealedUntil }: Partial<Standing> = {}): Promise<Switched> {
  const { source, destination, tenantId, tell } = move;
  tell('taking it over');
  await unsubscribe(move);
  await unfence(destination.db, tenantId);
  const { awaited_code: awaited } = (await findMovingState(destination.db.knex, tenantId)) ?? {};
  if (awaited === undefined) throw noTenant(tenantId, 'DATABASE_URL');
  if (awaited !== null) {
    const row = await source.db.knex('tenants').where({ id: tenantId }).whereNotNull('handed_over_at').first('hand_over_code');
    await mustAwait(move, row?.hand_over_code ?? '');
    // An answer is written within a minute of its time.
    await sealAnew(move, sealedUntil ? before(sealedUntil, minuteMs) : new Date(0));
    tell('letting it go on in this cell');
    await goOn(move, await findPassedOver(source.db.knex, tenantId));
  }
  await move.route?.();
  const stoodStillMs = since === undefined ? null : Math.round(performance.now() - since);
  tell('releasing its deliveries');
  const deliveries = await releaseDeliveries(destination, tenantId);
  await countAnew(move);
  tell('ending the publication');
  await unpublish(move);
  return { deliveries, stoodStillMs };
}

/** Seals with this cell's key what the old cell has sealed. Both can be read meanwhile by a process that has both keys. */
async function sealAnew({ destination: { db, secrets }, tenantId }: Move, since: Date): Promise<void> {
  const { endpoints, answers } = await rotateSecrets({ db, secrets }, { of: { tenantId, since } });
  const unopened = endpoints.unopened + answers.unopened;
  if (unopened > 0)
    throw new MovingError(
      `No key opens ${unopened} of its ${endpoints.looked + answers.looked} sealed values: give the other cell's RINGPOST_SECRET_KEY in RINGPOST_SECRET_KEY_OLD.`,
    );
}

function goOn({ destination: { db, clock }, tenantId }: Move, passedOver: readonly LookFrom[]): Promise<void> {
  return db.knex.transaction(async (trx) => {
    // Each database numbers entries for itself; the tenant's next ones must follow those that it has. The gap is more than other sessions
    // draw before the number is set, which would set it back.
    await trx.raw(
      `select setval(s::regclass, last + 1000000)
         from pg_get_serial_sequence('wallet_ledger', 'id') as s,
              (select max(id) as last from wallet_ledger where tenant_id = ?) as entries
        where last > coalesce(pg_sequence_last_value(s::regclass), 0)`,
      [tenantId],
    );
    // The provider tells the old cell of the calls that are going on, so this one asks.
    await trx('calls')
      .where({ tenant_id: tenantId, placement: 'placed', ended_at: null })
      .whereNotNull('check_at')
      .update({ check_at: clock.now(), silent_checks: 0 });
    await trx('tenants')
      .where({ id: tenantId })
      .update({ frozen_at: null, awaited_code: null, subscriptions_version: trx.raw('(random() * 2147483647)::integer') });
    await lookAgain(trx, passedOver, clock.realNow());
  });
}

/**
 * Counts its deliveries as changes of this moment, in place of what was counted while they arrived. The lock keeps counting and
 * folding out. Changes that come meanwhile are in neither and stay.
 */
const countAnew = ({ destination: { db }, tenantId }: Move): Promise<void> =>
  atLength(db, async (client) => {
    await client.query('lock table webhook_delivery_counts in share row exclusive mode');
    await client.query(
      `with counts as (delete from webhook_delivery_counts where tenant_id = $1),
            changes as (delete from webhook_delivery_changes where tenant_id = $1)
       ${appendChanges({ rows: 'webhook_deliveries where tenant_id = $1', was: 'null', became: 'status' })}`,
      [tenantId],
    );
  });
