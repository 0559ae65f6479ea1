import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { makeOrDrop } from '../../src/db/concurrent-index.ts';
import { migrationsFolder, readMigration, readMigrations } from '../../src/db/schema-state.ts';
import { emptyDatabase } from '../support/database.ts';
import { floorProblems, unsafeActs } from './migration-safety.ts';

/** The schema of the first release: nobody has rows before it. Everything after it is applied to installations that are at work. */
const lastOfTheBaseline = '0078_operation.sql';

const database = await emptyDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
after(async () => {
  await client.end();
  await database.close();
});

test('no migration since the baseline keeps others out of a big table for long, or takes from old processes what they use', async () => {
  const migrations = await readMigrations(migrationsFolder);
  assert.ok(migrations.some(({ name }) => name === lastOfTheBaseline));
  for (const { name, sql, index } of migrations) {
    // One that runs outside a transaction makes or drops one index, and holds no lock for long.
    if (name > lastOfTheBaseline && !index) assert.deepEqual(await unsafeActs(client, sql), acceptedActs(sql), name);
    if (index) await makeOrDrop(index, client, async (statement) => void (await client.query(statement)));
    else await client.query(sql);
  }
});

test('a migration that takes something away says which older processes may still run, and no other need', async () => {
  const migrations = await readMigrations(migrationsFolder);
  for (const migration of migrations) assert.deepEqual(floorProblems(migration, acceptedActs(migration.sql), migrations), []);
});

describe('of the floor of a migration the check refuses', () => {
  const dropped = 'calls.notes is dropped or renamed: processes of the version before still ask for it.';
  const before = readMigration('0001_one.sql', 'select');
  const refused: Readonly<Record<string, readonly [sql: string, why: RegExp]>> = {
    'none, where a column is dropped': [
      `-- Accepted: ${dropped}\nalter table calls drop column notes`,
      /0002_two\.sql .* says no `-- Runs with: NNNN`/,
    ],
    'itself: no process that lacks it could run': ['-- Runs with: 0002\nselect', /Runs with: 0002.* none before it/],
    'a number that no migration has': ['-- Runs with: 0000\nselect', /Runs with: 0000.* none before it/],
  };
  for (const [what, [sql, why]] of Object.entries(refused))
    test(what, () => {
      const migration = readMigration('0002_two.sql', sql);
      const [problem = ''] = floorProblems(migration, acceptedActs(sql), [before, migration]);
      assert.match(problem, why);
    });
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
