import assert from 'node:assert/strict';
import { test } from 'node:test';
import { place } from '../../../tools/conformance/calls.ts';
import { Breach } from '../../../tools/conformance/check.ts';
import type { Tenant } from '../../../tools/conformance/tenants.ts';
import type { World } from '../../../tools/conformance/world.ts';

const world = { simulator: { numberFor: () => '+14155550123' } } as unknown as World;

/** A tenant whose placements fail so many times, and which keys came. */
function failing(times: number) {
  const keys: unknown[] = [];
  const ask = async (operationId: string, { body }: { readonly body: Readonly<Record<string, unknown>> }) => {
    keys.push(body['idempotencyKey']);
    const details = { fate: 'not_dialled', retryAfterSeconds: 0 };
    const failed = { status: 500, json: { error: { code: 'placement_failed', details } } };
    const placed = { status: 201, json: { call: { id: 'call_1' } } };
    return { request: { operationId }, response: keys.length <= times ? failed : placed };
  };
  return { keys, tenant: { api: { ask }, agentId: 'agt_1', variables: {} } as unknown as Tenant };
}

test('a placement that failed is sent again under its key, as the documents say', async () => {
  const { keys, tenant } = failing(3);
  assert.equal((await place(world, tenant, 'busy')).id, 'call_1');
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys).size, 1);
});

test('a service that places nothing is told of after four placements', async () => {
  const { keys, tenant } = failing(Number.POSITIVE_INFINITY);
  await assert.rejects(place(world, tenant, 'busy'), (error) => error instanceof Breach && /got 500 placement_failed/.test(error.message));
  assert.equal(keys.length, 4);
});
