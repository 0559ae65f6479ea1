import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { migrationsFolder, runsOutside } from '../../src/db/migrate.ts';
import { emptyDatabase } from '../support/database.ts';
import { unsafeActs } from './migration-safety.ts';

/**
 * The schema as it was before anybody could have a big table of it: these may do what they like. Everything after them is
 * applied to installations that are at work.
 */
const lastOfTheBaseline = '0012_daily_summaries.sql';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let client: pg.Client;

before(async () => {
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.close();
});

test('no migration since the baseline keeps others out of a big table for long, or takes from old processes what they use', async () => {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
  assert.ok(names.includes(lastOfTheBaseline));
  for (const name of names) {
    const sql = await readFile(new URL(name, migrationsFolder), 'utf8');
    // One that runs outside a transaction holds no lock for long: PostgreSQL refuses all else there.
    if (name > lastOfTheBaseline && !runsOutside(sql)) assert.deepEqual(await unsafeActs(client, sql), acceptedActs(sql), name);
    await client.query(sql);
  }
});

/** What a migration says it does all the same, in the check's own words, with the reason beside it. */
const acceptedActs = (sql: string): readonly string[] => [...sql.matchAll(/^-- Accepted: (.+)$/gm)].map(([, act = '']) => act).sort();

describe('the check refuses', () => {
  const refused: Readonly<Record<string, readonly [sql: string, why: RegExp]>> = {
    'an index that keeps writers waiting': ['create index slow on calls (created_at)', /calls takes no writes while an index is built/],
    'an index on all weeks at once': ['create index slow on webhook_deliveries (created_at)', /webhook_deliveries takes no writes/],
    'a not null that is looked up in every row': [
      'alter table calls alter column transcript set not null',
      /calls is read whole under AccessExclusiveLock/,
    ],
    'a check that is looked up in every row': [
      "alter table calls add constraint c check (phone_number <> '')",
      /calls is read whole under AccessExclusiveLock/,
    ],
    'a foreign key that is looked up in every row': [
      'alter table calls add constraint f foreign key (agent_id) references agents',
      /calls is read whole under ShareRowExclusiveLock/,
    ],
    'another type': ['alter table calls alter column duration_seconds type bigint', /calls is written anew/],
    'a default that differs from row to row': ['alter table calls add column u uuid default gen_random_uuid()', /calls is written anew/],
    'a change of every row': ["update calls set notes = ''", /calls has its rows changed in one transaction/],
    'a deletion over all rows': [
      'delete from webhook_attempts where status = 1',
      /webhook_attempts\w* has its rows changed in one transaction/,
    ],
    'a column that is dropped': ['alter table calls drop column notes', /calls\.notes is dropped or renamed/],
    'a column that is renamed': ['alter table calls rename column notes to remarks', /calls\.notes is dropped or renamed/],
    'a table that is renamed': ['alter table opted_out rename to silent', /opted_out is renamed to silent/],
    'a table that is dropped': ['drop table opted_out', /opted_out is dropped/],
    'a column that old processes do not give': ['alter table calls add column u text not null', /calls\.u must be given/],
    'a default that is taken away': ['alter table calls alter column variables drop default', /calls\.variables must be given/],
  };
  for (const [what, [sql, why]] of Object.entries(refused))
    test(what, async () => {
      const acts = await unsafeActs(client, sql);
      assert.ok(
        acts.some((act) => why.test(act)),
        `${sql} → ${JSON.stringify(acts)}`,
      );
    });
});

describe('the check lets through', () => {
  const allowed: Readonly<Record<string, string>> = {
    'a new table with all its indexes': 'create table fresh (id text primary key, call_id text); create index of_a_call on fresh (call_id)',
    'a column that may be null': 'alter table calls add column u text',
    'a column with a default that is the same for all': "alter table calls add column u text not null default ''",
    'a check that holds from now on': "alter table calls add constraint c check (phone_number <> '') not valid",
    'a foreign key that holds from now on': 'alter table calls add constraint f foreign key (agent_id) references agents not valid',
    'validating what was added before': 'alter table calls validate constraint only_a_dialer_calls_without_our_agent_and_number',
    'an index less': 'drop index ledger_of_a_call',
    'what a few rows of the cell itself are changed to': 'update installation set clock_offset_ms = 0',
    'a comment, and a setting of a table': "comment on table calls is 'x'; alter table calls set (fillfactor = 90)",
  };
  for (const [what, sql] of Object.entries(allowed))
    test(what, async () => {
      assert.deepEqual(await unsafeActs(client, sql), []);
    });
});
