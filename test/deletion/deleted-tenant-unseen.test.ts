import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchRecordingOnce } from '../../src/recordings/fetch-recording.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { callBody, livedIn } from '../tools/moving/two-cells.ts';

test('from its deletion on nothing of a tenant is found by an operator, though it is removed later', async (t) => {
  const service = await ringpost(t);
  const [gone, neighbour] = [await livedIn(service), await livedIn(service)];
  const { operator } = service;
  const search = async (what: 'calls' | 'deliveries', query = ''): Promise<readonly string[]> => {
    const { status, body } = await operator.get(`/${what}${query}`);
    assert.equal(status, 200);
    return body[what].map(
      (found: { id?: string; call?: { id: string }; delivery?: { id: string } }) => found.id ?? found.call?.id ?? found.delivery?.id,
    );
  };
  const deliveryOf = async ({ owner }: typeof gone): Promise<string> => {
    const [{ id }] = (await owner.api.get('/webhook-deliveries')).body.deliveries;
    return id;
  };
  const [its, neighbours] = [await deliveryOf(gone), await deliveryOf(neighbour)];
  assert.ok((await search('calls')).includes(gone.callId));
  assert.equal((await operator.request('DELETE', `/tenants/${gone.owner.tenantId}`)).status, 202);

  for (const [path, code] of [
    [`/calls/${gone.callId}`, 'call_not_found'],
    [`/deliveries/${its}`, 'delivery_not_found'],
  ])
    assert.equal((await operator.get(String(path))).body.error?.code, code);
  for (const path of [`/calls/${neighbour.callId}`, `/deliveries/${neighbours}`]) assert.equal((await operator.get(path)).status, 200);
  for (const query of ['', `?tenantId=${gone.owner.tenantId}`]) {
    assert.ok(!(await search('calls', query)).includes(gone.callId), query);
    assert.ok(!(await search('deliveries', query)).includes(its), query);
  }
  assert.ok((await search('calls')).includes(neighbour.callId));
  assert.ok((await search('deliveries')).includes(neighbours));
});

test('no recording of a deleted tenant is fetched any more', async (t) => {
  const service = await ringpost(t);
  const owner = await readyTenant(service, { events: [] });
  assert.equal((await owner.api.post('/calls', callBody(owner))).status, 201);
  await service.play();
  const [due] = await service.context.db.knex('calls').where({ tenant_id: owner.tenantId, recording_state: 'due' });
  assert.ok(due);
  assert.equal((await service.operator.request('DELETE', `/tenants/${owner.tenantId}`)).status, 202);
  assert.equal(await fetchRecordingOnce(service.context), 0);
});
