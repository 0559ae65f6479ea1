import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { lockTenant } from '../../src/db/tenant-lock.ts';
import { finish } from '../../src/idempotency/idempotency-keys.ts';
import { deleteTrigger, updateTrigger } from '../../src/triggers/triggers.ts';
import { lockEndpointToChange, switchEndpointsOff, updateEndpoint } from '../../src/webhooks/endpoints.ts';
import { contextOfFile } from '../support/context.ts';
import { caller, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

const context = await contextOfFile();

const changes: Readonly<Record<string, (tenantId: string, endpointId: string, triggerId: string) => Promise<unknown>>> = {
  'deleting an endpoint': (tenantId, endpointId) => context.db.knex.transaction((trx) => lockEndpointToChange(trx, tenantId, endpointId)),
  'changing an endpoint': (tenantId, endpointId) => updateEndpoint(context.db.knex, tenantId, endpointId, { is_active: false }),
  // The builder that this and deleting a trigger return sends nothing before somebody waits for it.
  'switching all endpoints off': async (tenantId) => await switchEndpointsOff(context.db.knex, tenantId),
  'deleting a trigger': async (tenantId, _endpointId, triggerId) => await deleteTrigger(context.db.knex, tenantId, triggerId),
  'changing a trigger': (tenantId, _endpointId, triggerId) => updateTrigger(context.db.knex, tenantId, triggerId, { is_active: false }),
};

/** Finds a session of this database that waits. Those of other files wait on the same server. */
const waiting = 'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()';

for (const [what, change] of Object.entries(changes))
  test(`${what} locks nothing before the tenant, as making a trigger does`, async () => {
    const { knex } = context.db;
    const { id: tenantId } = await tenant(context);
    const { id: endpointId } = await endpoint(context, tenantId, { url: 'https://example.com/hook' });
    const triggerId = await trigger(context, tenantId, endpointId);
    const making = await knex.transaction();
    await lockTenant(making, tenantId);
    const changing = change(tenantId, endpointId, triggerId);
    await until('it waits for the tenant', async () => (await knex.raw(waiting)).rows.length > 0);
    const free = await making('webhook_endpoints').where({ id: endpointId }).forShare().noWait().first('id');
    const freeTrigger = await making('automation_triggers').where({ id: triggerId }).forUpdate().noWait().first('id');
    assert.deepEqual([free?.id, freeTrigger?.id], [endpointId, triggerId]);
    await making.rollback();
    await changing;
  });

test('keys that are claimed meanwhile wait for no change of the tenant, whose own key is among them', async () => {
  const { knex } = context.db;
  const owner = await caller(context);
  const at = context.clock.realNow();
  const claim = async (key: string) => {
    const wanted = { ...owner, operation: 'createWebhookEndpoint', key, claim: randomUUID() };
    const lease = { at, leaseUntil: new Date(at.getTime() + 60_000), now: context.clock.now() };
    const claimed = await context.together.claimKey({ ...wanted, ...lease, requestHash: Buffer.alloc(32) });
    return claimed && { ...wanted, ...claimed };
  };
  const held = await claim('held');
  assert.ok(held);
  const changing = await knex.transaction();
  await lockTenant(changing, owner.tenantId);
  // The first is claimed alone, and the others in one statement while it is.
  const claims = Promise.all(['held', 'held', 'new'].map(claim));
  const isThere = async () => (await knex('idempotency_keys').where({ tenant_id: owner.tenantId, key: 'new' })).length > 0;
  await until('they are claimed, or wait', async () => (await isThere()) || (await knex.raw(waiting)).rows.length > 0);
  assert.equal(await finish(changing, context, held, { status: 201, rawJson: '{}' }), true);
  await changing.commit();
  assert.deepEqual(
    (await claims).map((claimed) => claimed?.key),
    [undefined, undefined, 'new'],
  );
});
