import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Knex } from 'knex';
import { markRestored, noticeRestore, recentRestores } from '../../src/restores/restores.ts';
import { contextOfFile } from '../support/context.ts';

const context = await contextOfFile();
afterEach(async () => {
  await context.db.knex('database_identity').delete();
  await context.db.knex('restores').delete();
});

const causes = async () => (await recentRestores(context)).map(({ cause }) => cause);

test('a server that is seen for the first time, and again, was not restored', async () => {
  const timeline = await noticeRestore(context);
  assert.match(timeline, /^[0-9A-F]{8}$/);
  assert.equal(await noticeRestore(context), timeline);
  assert.deepEqual(await causes(), []);
});

test('a server that goes on in another timeline has lost what came after it was last seen, and processes that notice it at once note it once', async () => {
  await noticeRestore(context);
  const lastSeen = context.clock.realNow();
  await context.db.knex('database_identity').update({ timeline: 'FFFFFFFF' });
  context.clock.advance(300);
  const timelines = await Promise.all(Array.from({ length: 4 }, () => noticeRestore(context)));
  assert.equal(new Set(timelines).size, 1);
  const [restore, ...more] = await recentRestores(context);
  assert.deepEqual(more, []);
  assert.deepEqual([restore?.cause, restore?.lostFrom, restore?.lostUntil], ['timeline', lastSeen, context.clock.realNow()]);
  assert.match(await context.metrics.registry.metrics(), /^database_restores_total\{cause="timeline"\} 1$/m);
});

test('a server with another identifier was made from a dump', async () => {
  await noticeRestore(context);
  await context.db.knex('database_identity').update({ system_identifier: '1' });
  await noticeRestore(context);
  assert.deepEqual(await causes(), ['system']);
});

test('a restore counts as long as a lost idempotency key would', async () => {
  await noticeRestore(context);
  await context.db.knex('database_identity').update({ timeline: 'FFFFFFFF' });
  await noticeRestore(context);
  context.clock.advance(24 * 3_600 - 1);
  assert.equal((await recentRestores(context)).length, 1);
  context.clock.advance(1);
  assert.deepEqual(await recentRestores(context), []);
});

test('an operator’s mark that could not be stored is not counted', async () => {
  const away = new Error('the database is away');
  const knex = (() => ({ insert: () => ({ returning: () => Promise.reject(away) }) })) as unknown as Knex;
  await assert.rejects(markRestored({ ...context, db: { ...context.db, knex } }, context.clock.realNow()), away);
  assert.doesNotMatch(await context.metrics.registry.metrics(), /^database_restores_total\{cause="operator"\} 1$/m);
});
