import type { OperatorOperation } from '../operation.ts';
import { listTexts as rowsOf } from '../texts/texts.ts';
import { messageView } from './message-view.ts';
import { requireTenant } from './require-tenant.ts';

export const listTexts: OperatorOperation<'listTexts'> = async (context, { path, query }) => {
  await requireTenant(context, path.tenantId);
  const rows = await context.db.reading(({ knex }) =>
    rowsOf(knex, path.tenantId, { phone: query.phone, before: query.before, limit: query.limit ?? pageSize }),
  );
  return { status: 200, body: { messages: rows.map(messageView) } };
};

const pageSize = 50;
