import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Context } from '../../src/context.ts';
import { lockPatiently } from '../../src/db/lock-patiently.ts';
import { inTransactionOf } from '../../src/db/transaction.ts';

/**
 * A tenant's fence: triggers that refuse every write about it, made when it is handed over. Creating a trigger waits for the
 * transactions that are writing the table and keeps new ones out meanwhile, so once it is there nothing of the tenant is written any
 * more, whatever a process remembers of it or was doing. A refused request is answered 503. Nobody else's rows are looked at by more
 * than the trigger's condition.
 */

type Database = Pick<Context['db'], 'engine'>;

/** Refuses calls, texts and keyed requests that begin. Those under way go on to their ends. */
export const refuseNew = (db: Database, tenantId: string): Promise<void> =>
  put(
    db,
    ['calls', 'texts', 'idempotency_keys'].map((table) => refusal(tenantId, table, 'new', 'before insert')),
  );

/** Refuses everything. Only an attempt that is under way may still be recorded. */
export const refuseAll = (db: Database, tenantId: string): Promise<void> =>
  put(db, [
    ...written.map((table) => refusal(tenantId, table, 'all', 'before insert or update')),
    ...removed.map((table) => refusal(tenantId, table, 'gone', 'before delete')),
    // The state of an endpoint's attempts may still be noted.
    refusal(tenantId, 'webhook_endpoints', 'all', 'before insert or update of version'),
    refusal(tenantId, 'webhook_deliveries', 'all', 'before insert'),
    refusal(tenantId, 'webhook_deliveries', 'replay', 'before update', 'old.finished_at is not null and new.finished_at is null'),
    // A claim takes rows of many tenants, and leaves these.
    {
      ...refusal(
        tenantId,
        'webhook_deliveries',
        'claim',
        'before update',
        'old.finished_at is null and new.lease > old.lease and new.worker is not null',
      ),
      does: 'skip_what_moves',
    },
    {
      ...refusal(tenantId, 'tenants', 'all', 'before update'),
      when: `new.id = ${escapeLiteral(tenantId)} and new.updated_at is distinct from old.updated_at`,
    },
  ]);

const removed = ['api_keys', 'phone_numbers', 'contacts', 'agents', 'calls', 'webhook_endpoints', 'automation_triggers', 'opted_out'];
const written = [
  'api_keys',
  'phone_numbers',
  'wallets',
  'wallet_ledger',
  'contacts',
  'agents',
  'calls',
  'idempotency_keys',
  'automation_triggers',
  'webhook_replays',
  'erasures',
  'texts',
  'opted_out',
  'event_keys',
  'webhook_events',
];

/**
 * Holds the deliveries that arrive in the new cell, where no claim finds them (`D-25`). The trigger fires for what is replicated and
 * for nothing else.
 */
export const holdArriving = (db: Database, tenantId: string): Promise<void> =>
  put(db, [
    {
      ...refusal(tenantId, 'webhook_deliveries', 'arrives', 'before insert or update', 'new.finished_at is null'),
      does: 'hold_what_arrives',
      firesFor: 'replica',
    },
  ]);

/** Takes away all triggers of the tenant. */
export async function unfence(db: Database, tenantId: string): Promise<void> {
  const { rows } = await db.engine.query<{ name: string; table: string }>(
    `select tgname as name, relname as table
       from pg_trigger
       join pg_class on pg_class.oid = tgrelid
      where tgname like $1
        and tgparentid = 0
        and relnamespace = current_schema()::regnamespace`,
    [`${nameOf(tenantId, '').replaceAll('_', '\\_')}%`],
  );
  for (const { name, table } of rows) await patiently(db, `drop trigger if exists ${escapeIdentifier(name)} on ${table}`);
}

interface Trigger {
  readonly name: string;
  readonly table: string;
  readonly fires: string;
  readonly when: string;
  readonly does: string;
  readonly firesFor?: 'replica';
}

const nameOf = (tenantId: string, what: string): string => `moving_${tenantId}_${what}`;

function refusal(tenantId: string, table: string, what: string, fires: string, when = 'true'): Trigger {
  const row = fires === 'before delete' ? 'old' : 'new';
  return {
    name: nameOf(tenantId, what),
    table,
    fires,
    when: `${row}.tenant_id = ${escapeLiteral(tenantId)} and ${when}`,
    does: 'refuse_what_moves',
  };
}

async function put(db: Database, triggers: readonly Trigger[]): Promise<void> {
  for (const { name, table, fires, when, does, firesFor } of triggers)
    await patiently(
      db,
      `create or replace trigger ${escapeIdentifier(name)} ${fires} on ${table} for each row when (${when}) execute function ${does}()`,
      ...(firesFor ? [`alter table ${table} enable ${firesFor} trigger ${escapeIdentifier(name)}`] : []),
    );
}

/** Runs statements that lock a table. */
const patiently = ({ engine }: Database, ...statements: readonly string[]): Promise<void> =>
  lockPatiently({ firstMs: 100, mostMs: 5_000 }, (patienceMs) =>
    inTransactionOf(engine, async (client) => {
      await client.query(`set local lock_timeout = ${patienceMs}`);
      for (const statement of statements) await client.query(statement);
    }),
  );
