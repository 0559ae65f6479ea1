import { resumeDeliveries } from '../dispatch/resume.ts';
import { triggerNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import { tenantSettings } from '../tenants/tenants.ts';
import { triggerView } from '../triggers/trigger.ts';
import * as triggers from '../triggers/triggers.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const listTenantTriggers: OperatorOperation<'listTenantTriggers'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await triggers.listTriggers(context.db.knex, path.tenantId);
  return { status: 200, body: { triggers: rows.map(triggerView) } };
};

export const updateTrigger: OperatorOperation<'updateTrigger'> = async (context, { path, body }) => {
  const tenant = await requireUnfrozenTenant(context, path.tenantId);
  const row = await triggers.updateTrigger(context.db.knex, path.tenantId, path.triggerId, { is_active: body.isActive });
  if (!row) throw triggerNotFound();
  const { limits } = tenantSettings(tenant);
  const waiting = { tenantId: tenant.id, endpointId: row.webhook_endpoint_id, triggerId: row.id, limits };
  if (row.is_active) await byDeadline(context, resumeDeliveries(lastingContext(context), waiting));
  return { status: 200, body: { trigger: triggerView(row) } };
};
