import { messageNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { findText } from '../texts/texts.ts';
import { messageView } from './message-view.ts';
import { requireTenant } from './require-tenant.ts';

export const readText: OperatorOperation<'readText'> = async (context, { path, about }) => {
  await requireTenant(context, path.tenantId);
  const row = await findText(context.db.knex, path.tenantId, path.messageId);
  if (!row) throw messageNotFound();
  about.textId = row.id;
  return { status: 200, body: { message: messageView(row) } };
};
