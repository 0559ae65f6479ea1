import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type pg from 'pg';
import { messageOf } from '../process/reason-of.ts';
import { type IndexStatement, indexBuilder, makeOrDrop } from './concurrent-index.ts';
import { connect } from './connect.ts';
import { endWithClient, liftTimeouts, migrationSessions, type Sessions } from './migration-sessions.ts';
import { keepPartitionsAhead } from './partitions.ts';
import { type Migration, MigrationError, migrationsFolder, readMigrations, type SchemaState, schemaState } from './schema-state.ts';
import { deadlockDetected, lockNotAvailable, sqlState } from './sql-state.ts';
import { inTransaction } from './transaction.ts';

/**
 * Brings the database to the schema of this code: the numbered files in order, each in a transaction of its own, then the
 * installation's row and the partitions around now. Any number of processes may start at once: the advisory lock is taken inside
 * each transaction (so it works behind a pgbouncer too), and the second process finds the work done. A process may die at any step,
 * and the next one goes on from there.
 *
 * Processes of the earlier version may be at work, and a session that waits for a lock makes all others wait behind it. So no
 * migration waits for long: it gives up, lets the others through, and tries again.
 *
 * Resolves to the migrations of a newer release that the database has, on whose schema this code may run.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Pick<SchemaState, 'newer'>> {
  const { folder = migrationsFolder, patience = longPatience, stopping = new AbortController().signal } = options;
  const onStep = eachOnce(options.onStep ?? (() => {}));
  const migrations = await readMigrations(folder);
  const sessions = migrationSessions(url, stopping);
  const state = await sessions.use(async () => {
    const client = await sessions.open();
    await requireWrites(client);
    const found = await schemaState(client, migrations);
    if (found.pending.length > 0) await applyEach({ migrations, sessions, client, patience, stopping, onStep });
    return found;
  });
  if (folder === migrationsFolder) await prepare(url);
  return state;
}

export async function requireWrites(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    'select current_setting(\'transaction_read_only\')::boolean as "isReadOnly"',
  );
  if (rows[0]?.isReadOnly)
    throw new MigrationError('The database takes no writes: it is a replica, or was set read-only. `ringpost doctor` says which.');
}

export interface MigrateOptions {
  readonly folder?: URL;
  readonly patience?: MigrationPatience;
  /** Aborting it ends the migration: the running statement is cancelled, and `MigrationStopped` is thrown. */
  readonly stopping?: AbortSignal;
  /** This is called for each step and awaited. */
  readonly onStep?: OnStep;
}

type OnStep = (step: Step) => void | Promise<void>;

export interface MigrationPatience {
  /** A migration waits this long for a lock, while other sessions wait behind it. */
  readonly lockTimeoutMs: number;
  /** After that it lets them through for this long. */
  readonly pauseMs: number;
  readonly tries: number;
}

/** The tries last some minutes, longer than any transaction of ours. Beside a dump, requests wait for a tenth of that time, 200 ms at most each. */
const longPatience: MigrationPatience = { lockTimeoutMs: 200, pauseMs: 2_000, tries: 150 };
/** The pause before the next look whether another session has migrated. */
const lookAgainMs = 250;

export interface Step {
  readonly migration: string;
  /**
   * `waiting`: another session migrates or works on an index of the same table. `begun`: nothing has changed yet. `applied`: it has
   * changed, and that is not recorded. `recorded`: that is not committed. The work outside a transaction is permanent from
   * `applied` on, all other work from `committed` on.
   */
  readonly at: 'waiting' | 'begun' | 'applied' | 'recorded' | 'committed';
  /** True for an index build and for waiting for another session, which may take hours. */
  readonly mayLast: boolean;
}

/** Passes each step on once, however often it is tried again. */
function eachOnce(onStep: OnStep): OnStep {
  let last = '';
  return (step) => {
    const isTold = last === `${step.migration} ${step.at}`;
    last = `${step.migration} ${step.at}`;
    if (!isTold) return onStep(step);
  };
}

/** Reads which migrations are pending and which ones a newer release has, without applying any. Throws as `migrate` does. */
export async function readSchemaState(pool: Pick<pg.Pool, 'query'>): Promise<SchemaState> {
  return schemaState(pool, await readMigrations(migrationsFolder));
}

/** The number is "ringpost" in no particular encoding. Every Ringpost uses the same one. */
const migrationLock = 7_464_768;

interface Run {
  readonly migrations: readonly Migration[];
  readonly sessions: Sessions;
  /** This session holds the advisory lock. */
  readonly client: pg.Client;
  readonly patience: MigrationPatience;
  readonly stopping: AbortSignal;
  readonly onStep: OnStep;
}

async function applyEach(run: Run): Promise<void> {
  const { patience, stopping } = run;
  for (let tries = patience.tries; tries > 0; ) {
    stopping.throwIfAborted();
    try {
      const came = await applyNext(run);
      if (came === 'to the end') return;
      if (came === 'further') tries = patience.tries;
      else await pause(lookAgainMs, undefined, { signal: stopping });
    } catch (error) {
      tries -= 1;
      if (tries === 0 || !isForLaterTry(error)) throw error;
      await pause(patience.pauseMs, undefined, { signal: stopping });
    }
  }
}

/** Each statement of this transaction has its own snapshot. One snapshot for all would keep an index from being built. */
const withoutSnapshot = 'begin isolation level read committed read write';

/**
 * Applies the next migration. `too early` means that another session migrates. No session waits within PostgreSQL for the advisory
 * lock, because a statement that waits keeps a snapshot, and an index that is built concurrently waits for the end of all
 * snapshots.
 */
async function applyNext(run: Run): Promise<'further' | 'to the end' | 'too early'> {
  const { client, migrations, patience, onStep } = run;
  const came = await inTransaction(
    client,
    async () => {
      await liftTimeouts(client, 'the end of the transaction');
      await endWithClient(client);
      await client.query(`set local lock_timeout = ${patience.lockTimeoutMs}`);
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [migrationLock]);
      const isMine = rows[0]?.mine === true;
      if (isMine && (await makeTable(client))) return 'further';
      const {
        pending: [next],
      } = await schemaState(client, migrations);
      if (!next) return 'to the end';
      if (!isMine || (next.index && (await indexBuilder(client, next.index)) !== null)) {
        await onStep({ migration: next.name, at: 'waiting', mayLast: true });
        return 'too early';
      }
      await applyOne(run, next);
      return next;
    },
    withoutSnapshot,
  );
  if (typeof came === 'string') return came;
  await onStep({ migration: came.name, at: 'committed', mayLast: false });
  return 'further';
}

/** True for a lock that was not granted in time and for a deadlock. */
const isForLaterTry = (error: unknown): boolean =>
  [lockNotAvailable, deadlockDetected].includes(sqlState(error instanceof MigrationError ? error.cause : error) ?? '');

async function applyOne({ client, sessions, onStep }: Run, migration: Migration): Promise<void> {
  const { name, checksum, runsWith, index, sql } = migration;
  const step = (at: Step['at']) => onStep({ migration: name, at, mayLast: index !== null });
  await step('begun');
  try {
    if (index) await applyOutside(client, sessions, index);
    else await sessions.apply(client, sql);
  } catch (error) {
    const left = index ? 'may have left an index that is not valid, which the next try drops' : 'left no trace';
    throw new MigrationError(`Migration ${name} failed and ${left}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  await step('applied');
  await client.query('insert into schema_migrations (name, checksum, applied_at, runs_with) values ($1, $2, clock_timestamp(), $3)', [
    name,
    checksum,
    runsWith,
  ]);
  await step('recorded');
}

/**
 * Applies a statement on a second connection. The first one keeps the advisory lock in a transaction without a snapshot, so the
 * statement does not wait for it.
 */
async function applyOutside(locking: pg.Client, sessions: Sessions, index: IndexStatement): Promise<void> {
  // PostgreSQL keeps the snapshot of a statement with parameters until the next statement. This one has none.
  await locking.query('select');
  await sessions.beside(async (client) => {
    await makeOrDrop(index, client, (statement) => sessions.apply(client, statement));
  });
}

/**
 * Makes the table of applied migrations. Returns true where it did not exist. It has a transaction of its own: otherwise its lock would
 * make every starting process wait, with a snapshot, for the end of the first migration.
 */
async function makeTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select where to_regclass('schema_migrations') is not null");
  if (rows.length > 0) return false;
  await client.query(`
    create table schema_migrations (
      name        text primary key,
      checksum    text not null,
      applied_at  timestamptz not null,
      runs_with   text
    );
    comment on column schema_migrations.runs_with is
      'The oldest migration that a process must know to run on this schema. Null: this migration asks for none.'`);
  return true;
}

async function prepare(url: string): Promise<void> {
  const db = connect({ url, poolSize: 2, prepared: false });
  try {
    await db.knex.raw('insert into installation (delivery_id_key) values (?) on conflict do nothing', [randomBytes(32)]);
    const { rows } = await db.knex.raw<{ rows: { now: Date }[] }>(
      "select clock_timestamp() + clock_offset_ms * interval '1 millisecond' as now from installation",
    );
    if (rows[0]) await keepPartitionsAhead(db.knex, rows[0].now);
  } finally {
    await db.close();
  }
}

/** Notes the name of the cell, which a move compares with that of the other cell. */
export const noteCell = (knex: Knex, cell: string): Promise<number> =>
  knex('installation').whereRaw('cell is distinct from ?', [cell]).update({ cell });

/** Reads the values that all processes of this installation share. */
export async function readInstallation(knex: Knex): Promise<Installation> {
  const place = knex.raw(
    `(select concat(system_identifier, '/', oid) from pg_control_system(), pg_database where datname = current_database()) as place`,
  );
  const row = await knex('installation').first<{ delivery_id_key: Buffer; cell: string | null; place: string } | undefined>(
    'delivery_id_key',
    'cell',
    place,
  );
  if (!row) throw new MigrationError('The database has no installation row. Run `ringpost migrate`.');
  const deliveryIdKey = createSecretKey(row.delivery_id_key);
  return { deliveryIdKey, cell: row.cell, mark: createHmac('sha256', deliveryIdKey).update(row.place).digest('hex').slice(0, 32) };
}

/** The header of `/healthz` that shows the mark. */
export const markHeader = 'X-Ringpost-Installation';

export interface Installation {
  readonly deliveryIdKey: KeyObject;
  /** Tells this installation from others, and from one on a copy of its database. It is no secret, and leads to none. */
  readonly mark: string;
  /** Null until a process has started. */
  readonly cell: string | null;
}
