import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { tenant } from '../support/fixtures.ts';

let tenantId: string;

const context = await contextOfFile();
const operator = await operatorOfFile(context);
beforeEach(async () => {
  tenantId = (await tenant(context)).id;
});

const upsert = (body: object) => operator.api.request('PUT', `/tenants/${tenantId}/contacts`, { body });

test('a contact is made by its number, and changed by it in what is given', async () => {
  const made = await upsert({
    phone: '+14155550123',
    name: 'Dana Whitfield',
    zip: '83702',
    propertyId: 'prp_58d1',
    customFields: { lot: '2', '1': 'x' },
  });
  assert.equal(made.status, 200);
  const { contact } = made.body;
  assert.match(contact.id, /^con_[0-9a-z]{26}$/);
  assert.deepEqual(
    [contact.name, contact.email, contact.zip, contact.propertyId, contact.customFields],
    ['Dana Whitfield', '', '83702', 'prp_58d1', { lot: '2', '1': 'x' }],
  );
  context.clock.advance(5);
  const changed = (await upsert({ phone: '+14155550123', email: 'dana@example.com', zip: '' })).body.contact;
  assert.deepEqual(changed, { ...contact, email: 'dana@example.com', zip: '', updatedAt: context.clock.now().toISOString() });
  assert.deepEqual((await operator.api.get(`/tenants/${tenantId}/contacts/${contact.id}`)).body, { contact: changed });
});

test('two upserts of one number at once make one contact', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, (_, n) => upsert({ phone: '+14155550123', name: `Name ${n}` })));
  assert.equal(new Set(made.map(({ body }) => body.contact.id)).size, 1);
});

test('a number that is not E.164 is invalid_phone_number, and names the field', async () => {
  for (const phone of ['', '4155550123', '+1 415 555 0123', '+0123456789', '+1415']) {
    const refused = await upsert({ phone });
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_phone_number'], phone);
    assert.match(refused.body.error.message, /^phone is not/);
  }
});

test('custom fields are strings, and unknown properties are refused', async () => {
  const refused = await upsert({ phone: '+14155550123', customFields: { age: 40 }, fullName: 'Dana' });
  assert.deepEqual(refused.body.error.details.errors.map(({ path }: { path: string }) => path).sort(), [
    '/body/customFields/age',
    '/body/fullName',
  ]);
});

test('contacts are listed oldest first, page by page, without a gap or a repeat', async () => {
  for (let n = 0; n < 7; n++) {
    await upsert({ phone: `+1415555010${n}` });
    context.clock.advance(1);
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await operator.api.get(`/tenants/${tenantId}/contacts?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...page.body.contacts.map(({ phone }: { phone: string }) => phone));
    cursor = page.body.nextCursor;
  } while (cursor);
  assert.deepEqual(
    seen,
    Array.from({ length: 7 }, (_, n) => `+1415555010${n}`),
  );
  const found = await operator.api.get(`/tenants/${tenantId}/contacts?phone=%2B14155550104`);
  assert.deepEqual([found.body.contacts.length, found.body.contacts[0].phone, found.body.nextCursor], [1, '+14155550104', null]);
  for (const query of ['limit=201', 'cursor=garbage', 'phone=+14155550104'])
    assert.equal((await operator.api.get(`/tenants/${tenantId}/contacts?${query}`)).status, 400, query);
});

test('the same number may be a contact of two tenants, and each is its own', async () => {
  const mine = (await upsert({ phone: '+14155550123', name: 'Mine' })).body.contact;
  const other = (await tenant(context)).id;
  const theirs = await operator.api.request('PUT', `/tenants/${other}/contacts`, { body: { phone: '+14155550123', name: 'Theirs' } });
  assert.notEqual(theirs.body.contact.id, mine.id);
  assert.deepEqual((await operator.api.get(`/tenants/${tenantId}/contacts/${mine.id}`)).body.contact.name, 'Mine');
});
