import { resumeDeliveries } from '../dispatch/resume.ts';
import { triggerNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { view } from '../triggers/trigger.ts';
import { findTrigger, switchTrigger, triggersOf } from '../triggers/triggers.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const listTenantTriggers: OperatorOperation<'listTenantTriggers'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await triggersOf(context.db.knex, path.tenantId);
  return { status: 200, body: { triggers: rows.map(view) } };
};

export const updateTrigger: OperatorOperation<'updateTrigger'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  await switchTrigger(context.db.knex, path.tenantId, path.triggerId, body.isActive);
  const row = await findTrigger(context.db.knex, path.tenantId, path.triggerId);
  if (!row) throw triggerNotFound();
  if (row.is_active) await resumeDeliveries(context, { tenantId: path.tenantId, endpointId: row.webhook_endpoint_id, triggerId: row.id });
  return { status: 200, body: { trigger: view(row) } };
};
