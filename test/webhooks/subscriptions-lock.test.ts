import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteTrigger, updateTrigger } from '../../src/triggers/triggers.ts';
import { lockEndpointToChange, switchEndpointsOff, updateEndpoint } from '../../src/webhooks/endpoints.ts';
import { contextOfFile } from '../support/context.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

const context = await contextOfFile();

const changes: Readonly<Record<string, (tenantId: string, endpointId: string, triggerId: string) => Promise<unknown>>> = {
  'deleting an endpoint': (tenantId, endpointId) => context.db.knex.transaction((trx) => lockEndpointToChange(trx, tenantId, endpointId)),
  'changing an endpoint': (tenantId, endpointId) => updateEndpoint(context.db.knex, tenantId, endpointId, { is_active: false }),
  // The builder that it returns sends nothing before somebody waits for it.
  'switching all endpoints off': async (tenantId) => await switchEndpointsOff(context.db.knex, tenantId),
  'deleting a trigger': (tenantId, _endpointId, triggerId) => deleteTrigger(context.db.knex, tenantId, triggerId),
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
    await making('tenants').where({ id: tenantId }).forUpdate().first('id');
    const changing = change(tenantId, endpointId, triggerId);
    await until('it waits for the tenant', async () => (await knex.raw(waiting)).rows.length > 0);
    const free = await making('webhook_endpoints').where({ id: endpointId }).forShare().noWait().first('id');
    const freeTrigger = await making('automation_triggers').where({ id: triggerId }).forUpdate().noWait().first('id');
    assert.deepEqual([free?.id, freeTrigger?.id], [endpointId, triggerId]);
    await making.rollback();
    await changing;
  });
