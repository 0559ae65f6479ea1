import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pool } from 'pg';
import { EndpointStates } from '../../src/dispatch/endpoint-states.ts';

const start = new Date('2026-01-03T12:00:00Z');
const delivery = { tenantId: 'ten_1', endpointId: 'whe_1' };
const failed = { errorMessage: 'HTTP 503', endedAt: start };
const succeeded = { errorMessage: null, endedAt: start };

/** A database that takes each write when the test says so. */
function pendingDatabase() {
  const writes: { readonly reasons: readonly (string | null)[]; end(error?: Error): void }[] = [];
  const query = ({ values }: { values: readonly (readonly (string | number | null)[])[] }): Promise<void> =>
    new Promise((resolve, reject) =>
      writes.push({ reasons: (values[3] ?? []) as readonly (string | null)[], end: (error) => (error ? reject(error) : resolve()) }),
    );
  return { writes, engine: { query } as unknown as Pool };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a state that could not be written is written with the next flush, unless a newer one is known', async () => {
  const { writes, engine } = pendingDatabase();
  const states = new EndpointStates(engine, () => start);
  states.note(delivery, failed);
  const failing = states.flush();
  await settled();
  writes[0]?.end(new Error('the connection is lost'));
  await assert.rejects(failing, /lost/);
  const second = states.flush();
  await settled();
  assert.deepEqual(writes[1]?.reasons, ['HTTP 503']);
  states.note(delivery, succeeded);
  writes[1]?.end(new Error('the connection is lost'));
  await assert.rejects(second, /lost/);
  const third = states.flush();
  await settled();
  assert.deepEqual(writes[2]?.reasons, [null], 'the endpoint is healthy meanwhile');
  writes[2]?.end();
  await third;
});

test('one write follows another', async () => {
  const { writes, engine } = pendingDatabase();
  const states = new EndpointStates(engine, () => start);
  states.note(delivery, failed);
  const first = states.flush();
  states.note({ ...delivery, endpointId: 'whe_2' }, succeeded);
  await settled();
  states.note(delivery, succeeded);
  const second = states.flush();
  await settled();
  assert.equal(writes.length, 1);
  writes[0]?.end();
  await first;
  await settled();
  assert.equal(writes.length, 2);
  writes[1]?.end();
  await second;
});

test('the first success of an endpoint is told, because another process may have left it as slowed', async () => {
  const { writes, engine } = pendingDatabase();
  const states = new EndpointStates(engine, () => start);
  states.note(delivery, succeeded);
  states.note(delivery, succeeded);
  const flushed = states.flush();
  await settled();
  assert.deepEqual(writes[0]?.reasons, [null]);
  writes[0]?.end();
  await flushed;
});
