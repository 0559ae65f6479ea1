import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scratch } from './scratch.ts';

/** A process of an older release on the schema of a newer one: it knows the first migrations of those that were applied. */
async function olderOn(
  t: Parameters<typeof scratch>[0],
  known: Readonly<Record<string, string>>,
  unknown: Readonly<Record<string, string>>,
) {
  const database = await scratch(t);
  for (const [name, sql] of Object.entries({ ...known, ...unknown })) await database.write(name, sql);
  await database.run();
  for (const name of Object.keys(unknown)) await database.remove(name);
  return database;
}

const table = (name: string, floor = ''): string => `${floor}\ncreate table ${name} (id integer)`;

test('on the schema of a newer release an older process may start, and applies nothing', async (t) => {
  const { run } = await olderOn(t, { '0001_one.sql': table('one') }, { '0002_two.sql': table('two'), '0003_three.sql': table('three') });
  assert.deepEqual((await run()).newer, ['0002_two.sql', '0003_three.sql']);
});

test('from the floor on that a newer migration says, and not below it', async (t) => {
  const newer = { '0003_three.sql': table('three', '-- Runs with: 0002'), '0004_four.sql': table('four') };
  const at2 = await olderOn(t, { '0001_one.sql': table('one'), '0002_two.sql': table('two') }, newer);
  assert.deepEqual((await at2.run()).newer, ['0003_three.sql', '0004_four.sql']);
  await at2.remove('0002_two.sql');
  await assert.rejects(at2.run(), {
    name: 'MigrationError',
    message:
      'The database has been migrated by a newer Ringpost (0004_four.sql), on whose schema no process may run that does not know migration 0002. This one knows them up to 0001. Run the newer one.',
  });
});

test('the highest floor of all newer migrations counts', async (t) => {
  const newer = { '0003_three.sql': table('three', '-- Runs with: 0002'), '0004_four.sql': table('four', '-- Runs with: 0001') };
  const { run } = await olderOn(t, { '0001_one.sql': table('one') }, { '0002_two.sql': table('two'), ...newer });
  await assert.rejects(run(), /does not know migration 0002/);
});

test('an older process applies nothing of its own to a newer schema', async (t) => {
  const { run, write } = await olderOn(t, { '0001_one.sql': table('one') }, { '0003_three.sql': table('three') });
  await write('0002_two.sql', table('two'));
  await assert.rejects(run(), /newer Ringpost \(0003_three\.sql\), and lacks 0002_two\.sql, which this one would apply/);
});

test('a migration of another line is refused, whatever it asks for', async (t) => {
  const { run, write } = await olderOn(t, { '0001_one.sql': table('one') }, { '0002_other.sql': table('other') });
  await write('0002_two.sql', table('two'));
  await assert.rejects(run(), /has the migration 0002_other\.sql, which is none of this Ringpost's and not newer than its own/);
});
