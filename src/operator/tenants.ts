import type { components } from '../contract/generated/operator.ts';
import { pageOf } from '../db/page.ts';
import { tenantFrozen, tenantNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { defaultTenantLimits } from '../process/limits.ts';
import { markDeleted } from '../tenants/deletion.ts';
import * as tenants from '../tenants/tenants.ts';
import { switchEndpointsOff } from '../webhooks/endpoints.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const createTenant: OperatorOperation<'createTenant'> = async (context, { body }) => {
  const at = context.clock.now();
  const row = await tenants.insertTenant(
    context.db.knex,
    {
      id: newIdentifier('ten', at),
      name: body.name,
      publicApiEnabled: body.publicApiEnabled ?? true,
      billing: body.billing ?? 'pay_as_you_go',
      limits: { ...defaultTenantLimits, ...body.limits },
      retentionDays: body.retentionDays,
    },
    at,
  );
  return { status: 201, body: { tenant: tenantView(row) } };
};

export const listTenants: OperatorOperation<'listTenants'> = async (context, { query }) => {
  const { rows, nextCursor } = await pageOf(query, (page) => tenants.listTenants(context.db.knex, { name: query.name, ...page }));
  return { status: 200, body: { tenants: rows.map(tenantView), nextCursor } };
};

/** A tenant whose deletion has not ended is shown too: this read tells when it has. */
export const readTenant: OperatorOperation<'readTenant'> = async (context, { path }) => {
  const row = await tenants.findTenant(context.db.knex, path.tenantId);
  if (!row) throw tenantNotFound();
  return { status: 200, body: { tenant: tenantView(row) } };
};

export const updateTenant: OperatorOperation<'updateTenant'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const row = await tenants.updateTenant(context.db.knex, path.tenantId, body, context.clock.now());
  if (!row) throw tenantNotFound();
  return { status: 200, body: { tenant: tenantView(row) } };
};

/**
 * DELETE /tenants/:tenantId. From the commit on nothing of the tenant is served and no webhook of it is begun; a chore removes what
 * it has (`deletion/delete-tenants.ts`).
 */
export const deleteTenant: OperatorOperation<'deleteTenant'> = async (context, { path: { tenantId } }) =>
  context.db.knex.transaction(async (trx) => {
    const row = await markDeleted(trx, tenantId, context.clock.realNow());
    if (!row) throw (await tenants.findTenant(trx, tenantId)) ? tenantFrozen() : tenantNotFound();
    await switchEndpointsOff(trx, tenantId);
    return { status: 202, body: { tenant: tenantView(row) } };
  });

const tenantView = (row: tenants.TenantRow): components['schemas']['TenantView'] => ({
  id: row.id,
  name: row.name,
  ...tenants.tenantSettings(row),
  retentionDays: tenants.retentionDays(row),
  frozenAt: row.frozen_at?.toISOString() ?? null,
  deletingSince: row.deleting_since?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
