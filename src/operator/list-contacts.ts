import { listContacts as rowsOf } from '../contacts/contacts.ts';
import type { OperatorOperation } from '../operation.ts';
import { contactView } from './contact-view.ts';
import { pageOf } from './page.ts';
import { requireTenant } from './require-tenant.ts';

export const listContacts: OperatorOperation<'listContacts'> = async (context, { path, query }) => {
  await requireTenant(context, path.tenantId);
  const phone = query.phone ?? null;
  const { rows, nextCursor } = await pageOf(query, (page) => rowsOf(context.db.knex, path.tenantId, { ...page, phone }));
  return { status: 200, body: { contacts: rows.map(contactView), nextCursor } };
};
