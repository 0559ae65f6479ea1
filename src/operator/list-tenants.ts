import type { OperatorOperation } from '../operation.ts';
import { listTenants as rowsOf } from '../tenants/tenants.ts';
import { pageOf } from './page.ts';
import { tenantView } from './tenant-view.ts';

export const listTenants: OperatorOperation<'listTenants'> = async (context, { query }) => {
  const { rows, nextCursor } = await pageOf(query, (page) => rowsOf(context.db.knex, page));
  return { status: 200, body: { tenants: rows.map(tenantView), nextCursor } };
};
