import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { connect } from '../../src/db/connect.ts';
import { readInstallation } from '../../src/db/migrate.ts';
import { connectionsOf } from '../../src/db/pool-sizes.ts';
import type { Config } from '../../src/process/config.ts';
import { identifierAlphabet } from '../../src/process/identifiers.ts';
import { after } from '../../src/process/time.ts';
import { runningEmbeddedPostgres } from '../embedded/postgres.ts';
import { fault, good, notExamined, type Seen, warning } from './finding.ts';
import { oldestPostgres } from './versions.ts';

export interface SoundDatabase {
  readonly knex: Knex;
  readonly engine: Pool;
  /** Is the service's time: PostgreSQL's time plus, in a sandbox, its offset. */
  readonly now: Date;
  readonly realNow: Date;
  /** Is the clock offset that a sandbox left in the database. */
  readonly offsetMs: number;
  close(): Promise<void>;
}

/** Opens the database and checks that it can be used at all. All other checks of the database need one that answers. */
export async function openDatabase(config: Config): Promise<{ readonly database: SoundDatabase | null; readonly seen: readonly Seen[] }> {
  const url = config.databaseUrl ?? (await runningEmbeddedPostgres(config.dataFolder));
  if (url === null)
    return { database: null, seen: [notExamined('The embedded PostgreSQL does not run: start the service to have it examined.')] };
  const connected = connect({ url, poolSize: 2, prepared: config.databasePrepared });
  try {
    const facts = await readFacts(connected.engine);
    const offsetMs = await readOffset(connected.engine);
    const now = config.environment === 'sandbox' ? after(facts.realNow, offsetMs) : facts.realNow;
    return { database: { ...connected, now, realNow: facts.realNow, offsetMs }, seen: judge(config, facts) };
  } catch (error) {
    await connected.close();
    return { database: null, seen: [unreachable(error)] };
  }
}

/** Returns the mark of the installation that works on the database, or null before its first start. */
export const markOf = ({ knex }: SoundDatabase): Promise<string | null> =>
  readInstallation(knex).then(
    ({ mark }) => mark,
    () => null,
  );

interface Facts {
  readonly realNow: Date;
  readonly version: number;
  readonly isReadOnly: boolean;
  readonly isReplica: boolean;
  readonly encoding: string;
  /** False where the collation has an order of its own for two letters, as Czech has for `ch`. */
  readonly sortsIds: boolean;
  readonly connections: number;
  readonly unsafe: readonly string[];
  /** What each session should be given: by the service, or by its role where the service sets nothing. */
  readonly ungiven: readonly string[];
  /** Tables of ours in which the role may not do all that the service does. */
  readonly forbidden: readonly string[];
}

async function readFacts(engine: Pool): Promise<Facts> {
  const { rows } = await engine.query<Facts>(
    `
    select clock_timestamp() as "realNow",
           current_setting('server_version_num')::integer / 10000 as version,
           current_setting('transaction_read_only')::boolean as "isReadOnly",
           pg_is_in_recovery() as "isReplica",
           current_setting('server_encoding') as encoding,
           array(select pair from unnest($1::text[]) as pair order by pair) = $1 as "sortsIds",
           current_setting('max_connections')::integer as connections,
           array(select name from pg_settings
                  where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum') and setting = 'off'
                  order by name) as unsafe,
           array(select name from pg_settings
                  where name = 'jit' and setting = 'on'
                     or name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
                  order by name) as ungiven,
           array(select relname::text from pg_class
                  where relkind in ('r', 'p') and not relispartition
                    and (relnamespace, relowner) = (select relnamespace, relowner from pg_class where oid = to_regclass('schema_migrations'))
                    and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
                             and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))
                  order by 1) as forbidden`,
    [[...identifierAlphabet].flatMap((one) => [...identifierAlphabet].map((other) => one + other))],
  );
  const [facts] = rows;
  if (!facts) throw new Error('the database answered nothing');
  return facts;
}

/** Reads the offset, which does not exist before the first migration. */
async function readOffset(engine: Pool): Promise<number> {
  const { rows: tables } = await engine.query<{ found: boolean }>("select to_regclass('installation') is not null as found");
  if (!tables[0]?.found) return 0;
  const { rows } = await engine.query<{ ms: number }>('select clock_offset_ms as ms from installation');
  return rows[0]?.ms ?? 0;
}

const soundOptions = "ENCODING 'UTF8' and LOCALE 'C', made from template0";

function judge({ environment, databasePoolSize }: Config, facts: Facts): readonly Seen[] {
  const seen: Seen[] = [];
  if (facts.version < oldestPostgres) seen.push(fault(`PostgreSQL ${facts.version} is too old.`, `Upgrade to ${oldestPostgres} or newer.`));
  if (facts.encoding !== 'UTF8')
    seen.push(fault(`Its encoding is ${facts.encoding}, which does not have every character.`, `Move to a database of ${soundOptions}.`));
  if (!facts.sortsIds)
    seen.push(
      fault(
        'Its collation does not sort ids by the time they were made, so counts and searches by time miss some.',
        `Move to a database of ${soundOptions}.`,
      ),
    );
  if (facts.isReplica)
    seen.push(fault('It is a replica, which takes no writes.', 'Point DATABASE_URL at the primary; after a failover, at the new one.'));
  else if (facts.isReadOnly)
    seen.push(fault('It is read-only.', 'Look for default_transaction_read_only in its settings, and whether its disk is full.'));
  if (facts.forbidden.length > 0)
    seen.push(
      fault(
        `Its role may not read and write ${facts.forbidden.join(', ')}.`,
        'GRANT select, insert, update, delete ON these tables TO the role in DATABASE_URL.',
      ),
    );
  // Losing data after a crash is acceptable outside production.
  for (const setting of environment === 'production' ? facts.unsafe : [])
    seen.push(
      setting === 'autovacuum'
        ? fault('autovacuum is off.', 'Switch it on: dead tuples are how a queue in PostgreSQL dies.')
        : fault(`${setting} is off.`, 'Switch it on: what was accepted may be lost with the power.'),
    );
  if (facts.ungiven.length > 0)
    seen.push(
      warning(
        `With DATABASE_PREPARED=off the service sets nothing for its sessions, and its role does not set ${facts.ungiven.join(', ')}.`,
        'ALTER ROLE … SET jit = off, statement_timeout = 30s and idle_in_transaction_session_timeout = 30s: a process that hangs keeps its locks otherwise.',
      ),
    );
  const wanted = connectionsOf(databasePoolSize);
  if (wanted > facts.connections * 0.8)
    seen.push(
      warning(
        `One process may open ${wanted} connections, and the server takes ${facts.connections}.`,
        'Lower DATABASE_POOL_SIZE, raise max_connections, or put a pooler in between.',
      ),
    );
  return seen.length > 0 ? seen : [good(`PostgreSQL ${facts.version}, a primary`)];
}

function unreachable(error: unknown): Seen {
  const message = error instanceof Error ? error.message || String(error) : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return fault(`DATABASE_URL cannot be used: ${message || code}`, adviceFor(code, message));
}

function adviceFor(code: string, message: string): string {
  if (message.includes('unsupported startup parameter')) return 'A pgbouncer stands in between: set DATABASE_PREPARED=off.';
  if (message.includes('max_client_conn')) return 'Raise max_client_conn of the pgbouncer in between, or lower DATABASE_POOL_SIZE.';
  if (/server_login_retry|query_wait_timeout/.test(message))
    return 'The pgbouncer in between reaches no PostgreSQL, or has no connection free: its log says why.';
  if (code === '28P01' || code === '28000') return 'Correct the user or the password in DATABASE_URL.';
  if (message.includes('authentication failed'))
    return 'Correct the password in DATABASE_URL, or in the auth_file of the pgbouncer in between.';
  if (code === '3D000') return 'Create the database that DATABASE_URL names, or correct its name.';
  if (code === '53300') return 'Every connection is taken: raise max_connections, or lower DATABASE_POOL_SIZE.';
  return 'See that PostgreSQL runs, and that this machine reaches its host and port.';
}
