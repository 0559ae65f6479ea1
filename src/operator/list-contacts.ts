import { listContacts as rowsOf } from '../contacts/contacts.ts';
import type { OperatorOperation } from '../operation.ts';
import { contactView } from './contact-view.ts';
import { requireTenant } from './require-tenant.ts';

/** The cursor is the last contact's id: ids sort by the time they were made. */
export const listContacts: OperatorOperation<'listContacts'> = async (context, { path, query }) => {
  await requireTenant(context, path.tenantId);
  const limit = query.limit ?? 50;
  const page = { after: query.cursor ?? null, phone: query.phone ?? null, limit: limit + 1 };
  const rows = await rowsOf(context.db.knex, path.tenantId, page);
  const shown = rows.slice(0, limit);
  const nextCursor = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return { status: 200, body: { contacts: shown.map(contactView), nextCursor } };
};
