import { isE164 } from '../calls/phone-number.ts';
import * as contacts from '../contacts/contacts.ts';
import type { components } from '../contract/generated/operator.ts';
import { memberOf } from '../contract/json-members.ts';
import { pageOf } from '../db/page.ts';
import { contactNotFound, invalidPhoneNumber } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const upsertContact: OperatorOperation<'upsertContact'> = async (context, { path, body, rawBody }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  if (!isE164(body.phone)) throw invalidPhoneNumber(body.phone, 'phone');
  const { phone, propertyId, customFields, ...texts } = body;
  const change = {
    ...texts,
    ...(propertyId !== undefined && { property_id: propertyId }),
    ...(customFields !== undefined && { custom_fields: memberOf(rawBody, 'customFields') ?? '{}' }),
  };
  const at = context.clock.now();
  const row = await contacts.upsertContact(context.db.knex, path.tenantId, phone, change, { id: newIdentifier('con', at), at });
  return { status: 200, body: { contact: contactView(row) } };
};

export const listContacts: OperatorOperation<'listContacts'> = async (context, { path, query }) => {
  await requireTenant(context, path.tenantId);
  const phone = query.phone ?? null;
  const { rows, nextCursor } = await pageOf(query, (page) => contacts.listContacts(context.db.knex, path.tenantId, { ...page, phone }));
  return { status: 200, body: { contacts: rows.map(contactView), nextCursor } };
};

export const readContact: OperatorOperation<'readContact'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const row = await contacts.findContact(context.db.knex, path.tenantId, path.contactId);
  if (!row) throw contactNotFound();
  return { status: 200, body: { contact: contactView(row) } };
};

const contactView = (row: contacts.ContactRow): components['schemas']['ContactView'] => ({
  id: row.id,
  phone: row.phone,
  name: row.name,
  email: row.email,
  address: row.address,
  city: row.city,
  state: row.state,
  zip: row.zip,
  propertyId: row.property_id,
  customFields: JSON.parse(row.custom_fields),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
