import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { booleanArray, byteaArray, integerArray, textArray, timeArray, uuidArray } from '../../src/db/binary-arrays.ts';
import { testDatabase } from '../support/database.ts';

const database = await testDatabase();
after(() => database.close());

/** What PostgreSQL makes of it. */
async function read(type: string, array: Buffer): Promise<unknown> {
  const { rows } = await database.db.engine.query(`select $1::${type}[] as value`, [array]);
  return rows[0].value;
}

test('PostgreSQL reads what was written, of every type, with nulls and with nothing in it', async () => {
  const uuids = ['00000000-0000-0000-0000-000000000000', '019b8399-6188-7c3e-9d5a-4b8f0e2a7c61'];
  assert.deepEqual(await read('uuid', uuidArray(uuids)), uuids);
  assert.deepEqual(await read('boolean', booleanArray([true, false])), [true, false]);
  assert.deepEqual(await read('integer', integerArray([0, null, -1, 2_147_483_647])), [0, null, -1, 2_147_483_647]);
  const texts = ['', null, 'plain', '"quoted", {braced} and \\ escaped', 'grüß dich 🙂', 'NULL'];
  assert.deepEqual(await read('text', textArray(texts)), texts);
  assert.deepEqual(await read('bytea', byteaArray([Buffer.from([0, 255]), null, Buffer.alloc(0)])), [
    Buffer.from([0, 255]),
    null,
    Buffer.alloc(0),
  ]);
  for (const [type, none] of [
    ['uuid', uuidArray([])],
    ['text', textArray([])],
    ['timestamptz', timeArray([])],
  ] as const)
    assert.deepEqual(await read(type, none), []);
});

test('times keep their millisecond, before and after the year that PostgreSQL counts from', async () => {
  const times = [
    '1969-07-20T20:17:40.123Z',
    '1999-12-31T23:59:59.999Z',
    '2000-01-01T00:00:00.000Z',
    '2026-11-21T11:52:09.001Z',
    '9998-12-31T00:00:00.000Z',
  ];
  const dates = [...times.map((time) => new Date(time)), null];
  assert.deepEqual(await read('timestamptz', timeArray(dates)), dates);
});
