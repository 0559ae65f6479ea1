import assert from 'node:assert/strict';
import { numberFor } from '../../simulator/scenarios.ts';
import { type ReadyTenant, type Ringpost, readyTenant } from '../support/ringpost.ts';

export const person = numberFor('answered-interested');
export const bystander = numberFor('answered-interested', 7);

export const newTenant = (service: Ringpost) =>
  readyTenant(service, { events: ['call.completed', 'lead.qualified', 'sms.delivered', 'sms.received'] });

export const call = async ({ api, agentId }: ReadyTenant, phoneNumber: string): Promise<string> => {
  const asked = { agentId, phoneNumber, variables: { firstName: 'Dana' }, metadata: { lead: 'Dana Whitfield' }, consentRecordId: 'Dana' };
  const { status, body } = await api.post('/calls', asked);
  assert.equal(status, 201);
  return body.call.id;
};

/** Makes a tenant that has called and texted both people and has contacts of both. */
export async function known(service: Ringpost): Promise<{ owner: ReadyTenant; callId: string; othersCallId: string }> {
  const owner = await newTenant(service);
  const [callId, othersCallId] = [await call(owner, person), await call(owner, bystander)];
  for (const phone of [person, bystander]) {
    const contact = { phone, name: 'Dana Whitfield', email: 'dana@example.com' };
    assert.equal((await service.operator.request('PUT', `/tenants/${owner.tenantId}/contacts`, { body: contact })).status, 200);
    const sent = await service.operator.post(`/tenants/${owner.tenantId}/messages`, { to: phone, body: 'Dear Dana' });
    assert.equal(sent.status, 202);
  }
  await service.settle();
  return { owner, callId, othersCallId };
}

export const erase = async (service: Ringpost, { tenantId }: ReadyTenant, phoneNumber = person): Promise<string> => {
  const { status, body } = await service.operator.post(`/tenants/${tenantId}/erasures`, { phoneNumber });
  assert.equal(status, 202);
  assert.equal(body.erasure.state, 'running');
  return body.erasure.id;
};

export const readErasure = async (service: Ringpost, { tenantId }: ReadyTenant, id: string) =>
  (await service.operator.get(`/tenants/${tenantId}/erasures/${id}`)).body.erasure;

/** Returns the tables in whose rows the text stands, of all that the schema has. */
export async function tablesNaming({ context }: Ringpost, tenantId: string, text: string): Promise<readonly string[]> {
  const { rows } = await context.db.engine.query<{ name: string }>(
    "select table_name as name from information_schema.columns where column_name = 'tenant_id' and table_schema = current_schema() order by 1",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await context.db.engine.query(`select 1 from ${name} t where tenant_id = $1 and strpos(t::text, $2) > 0 limit 1`, [
      tenantId,
      text,
    ]);
    if (rowCount) found.push(name);
  }
  return [...new Set(found.map((name) => name.replace(/_(p?\d+|default|w.*)$/, '')))];
}
