import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readyTenant, ringpost } from '../support/ringpost.ts';

interface Data {
  readonly contact: { readonly phone: string };
  readonly lead: { readonly phone: string };
  readonly property: object;
}

test('a contact that the operator keeps fills call.completed and lead.qualified, and a number nobody knows stands alone', async (t) => {
  const product = await ringpost(t);
  const ready = await readyTenant(product, { events: ['call.completed', 'lead.qualified'] });
  const contact = { phone: '+15550010001', name: 'Dana Whitfield', address: '418 Alder Street', city: 'Boise', state: 'ID', zip: '83702' };
  const made = await product.operator.request('PUT', `/tenants/${ready.tenantId}/contacts`, {
    body: { ...contact, email: 'dana@example.com', propertyId: 'prp_58d1', customFields: { lot: '2', owner: 'yes' } },
  });
  for (const phoneNumber of ['+15550010001', '+15550010002'])
    assert.equal((await ready.api.post('/calls', { agentId: ready.agentId, phoneNumber })).status, 201);
  await product.play();
  await product.work();
  await product.pass(61);
  const found = await product.operator.get(`/deliveries?tenantId=${ready.tenantId}&status=success`);
  const { rows } = await product.context.db.knex.raw('select v.event_type, v.body from webhook_events v where v.tenant_id = ?', [
    ready.tenantId,
  ]);
  assert.equal(found.body.deliveries.length, rows.length);
  const data = (eventType: string): Data[] =>
    rows.filter((row: { event_type: string }) => row.event_type === eventType).map((row: { body: string }) => JSON.parse(row.body).data);
  const contacts = new Map(data('call.completed').map(({ contact }) => [contact.phone, contact]));
  assert.deepEqual(contacts.get('+15550010001'), contact);
  assert.deepEqual(contacts.get('+15550010002'), { name: '', phone: '+15550010002', address: '', city: '', state: '', zip: '' });
  const leads = new Map(data('lead.qualified').map(({ lead }) => [lead.phone, lead]));
  assert.deepEqual(leads.get('+15550010001'), {
    id: made.body.contact.id,
    fullName: 'Dana Whitfield',
    phone: '+15550010001',
    email: 'dana@example.com',
    customFieldKeyCount: 2,
  });
  assert.deepEqual(leads.get('+15550010002'), {
    id: null,
    fullName: null,
    phone: '+15550010002',
    email: null,
    customFieldKeyCount: 0,
  });
  const properties = new Map(data('lead.qualified').map(({ lead, property }) => [lead.phone, property]));
  assert.deepEqual(properties.get('+15550010001'), {
    id: 'prp_58d1',
    address1: '418 Alder Street',
    city: 'Boise',
    state: 'ID',
    zip: '83702',
  });
  assert.deepEqual(properties.get('+15550010002'), { id: null, address1: null, city: null, state: null, zip: null });
});
