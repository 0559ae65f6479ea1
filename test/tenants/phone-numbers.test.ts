import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPhoneNumber, insertPhoneNumber, updatePhoneNumber } from '../../src/tenants/phone-numbers.ts';
import { contextOfFile } from '../support/context.ts';
import { phoneNumber, tenant } from '../support/fixtures.ts';

const context = await contextOfFile();

test('takes a number of a tenant once', async () => {
  const { id } = await tenant(context);
  const found = await findPhoneNumber(context.db.knex, id, await phoneNumber(context, id));
  assert.ok(found);
  assert.equal(await insertPhoneNumber(context.db.knex, { ...found, id: 'num_other' }), undefined);
});

test("changes a tenant's own number and no other", async () => {
  const [one, other] = [await tenant(context), await tenant(context)];
  const numberId = await phoneNumber(context, one.id);
  assert.equal(await updatePhoneNumber(context.db.knex, other.id, numberId, { is_active: false }), undefined);
  assert.equal((await updatePhoneNumber(context.db.knex, one.id, numberId, { health: 30 }))?.health, 30);
  assert.equal((await updatePhoneNumber(context.db.knex, one.id, numberId, {}))?.is_active, true);
});
