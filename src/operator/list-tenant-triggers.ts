import type { OperatorOperation } from '../operation.ts';
import { view } from '../triggers/trigger.ts';
import { triggersOf } from '../triggers/triggers.ts';
import { requireTenant } from './require-tenant.ts';

export const listTenantTriggers: OperatorOperation<'listTenantTriggers'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await triggersOf(context.db.knex, path.tenantId);
  return { status: 200, body: { triggers: rows.map(view) } };
};
