import { findContact } from '../contacts/contacts.ts';
import { contactNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { contactView } from './contact-view.ts';
import { requireTenant } from './require-tenant.ts';

export const readContact: OperatorOperation<'readContact'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const row = await findContact(context.db.knex, path.tenantId, path.contactId);
  if (!row) throw contactNotFound();
  return { status: 200, body: { contact: contactView(row) } };
};
