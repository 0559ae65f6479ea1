import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClaimCursor, type EndedClaim } from '../../src/dispatch/claim-cursor.ts';
import { leaseFrom } from '../../src/dispatch/lease.ts';
import { deliveryQueue } from '../../src/dispatch/queue.ts';
import { contextOfFile } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';

const context = await contextOfFile();

const now = new Date('2026-03-02T12:00:00Z');
const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
const claim = (parts: Partial<EndedClaim>): EndedClaim => ({
  from: null,
  begunMs: 0,
  endedMs: 100,
  now,
  limit: 2,
  hasSkipped: false,
  dueAt: [],
  ...parts,
});

test('while it is cheap, every claim looks through the whole queue', () => {
  const cursor = new ClaimCursor();
  assert.equal(cursor.begin(0), null);
  cursor.end(claim({ endedMs: 19, dueAt: [ago(60), ago(30)] }));
  assert.equal(cursor.begin(19), null);
});

test('a full claim goes on where it ended, and one that found the end leaves room for slow commits', () => {
  const cursor = new ClaimCursor();
  cursor.end(claim({ dueAt: [ago(30), ago(60)] }));
  assert.deepEqual(cursor.begin(100), ago(30));
  cursor.end(claim({ from: ago(30), begunMs: 100, endedMs: 101, dueAt: [ago(20)] }));
  assert.deepEqual(cursor.begin(101), ago(5));
});

test('the whole queue is looked through in a twentieth of the time, and in a fifth where endpoints were left out', () => {
  const cursor = new ClaimCursor();
  cursor.end(claim({}));
  assert.deepEqual([cursor.begin(1_999), cursor.begin(2_000)], [ago(5), null]);
  cursor.end(claim({ from: ago(5), begunMs: 200, endedMs: 201, hasSkipped: true }));
  assert.deepEqual([cursor.begin(499), cursor.begin(500)], [ago(5), null]);
  cursor.end(claim({ begunMs: 500, endedMs: 600 }));
  assert.deepEqual(cursor.begin(1_200), ago(5), 'once looked through, nobody waits behind');
});

test('however long it takes, it is looked through every half minute', () => {
  const cursor = new ClaimCursor();
  cursor.end(claim({ endedMs: 60_000 }));
  assert.equal(cursor.begin(90_000), null);
});

test('what was due behind the last claim is found at the next look through all', async () => {
  const { id: tenantId } = await tenant(context);
  const { id } = await endpoint(context, tenantId, { url: 'https://crm.test/hook' });
  await trigger(context, tenantId, id);
  let elapsedMs = 0;
  // Every look takes a second.
  const queue = deliveryQueue(context.db, 'worker', () => (elapsedMs += 1_000));
  const found = async (): Promise<number> => {
    const { ready } = await queue.claim({
      now: context.clock.now(),
      realNow: context.clock.realNow(),
      lease: leaseFrom(context.clock, 'worker'),
      limit: 10,
      except: [],
      held: [],
    });
    return ready.length;
  };
  assert.equal(await found(), 0);
  await publish(context, event(context, tenantId), event(context, tenantId));
  const [slow] = await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).select('id');
  await context.db
    .knex('webhook_deliveries')
    .where({ id: slow.id })
    .update({ due_at: new Date(context.clock.now().getTime() - 6_000) });
  assert.equal(await found(), 1, 'the one that is due now');
  assert.equal(await found(), 0);
  elapsedMs += 20_000;
  assert.equal(await found(), 1);
});
