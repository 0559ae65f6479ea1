import type { components } from '../contract/generated/operator.ts';
import { tenantNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { defaultTenantLimits } from '../process/limits.ts';
import * as tenants from '../tenants/tenants.ts';
import { pageOf } from './page.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

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
    },
    at,
  );
  return { status: 201, body: { tenant: tenantView(row) } };
};

export const listTenants: OperatorOperation<'listTenants'> = async (context, { query }) => {
  const { rows, nextCursor } = await pageOf(query, (page) => tenants.listTenants(context.db.knex, page));
  return { status: 200, body: { tenants: rows.map(tenantView), nextCursor } };
};

export const readTenant: OperatorOperation<'readTenant'> = async (context, { path }) => ({
  status: 200,
  body: { tenant: tenantView(await requireTenant(context, path.tenantId)) },
});

export const updateTenant: OperatorOperation<'updateTenant'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const row = await tenants.updateTenant(context.db.knex, path.tenantId, body, context.clock.now());
  if (!row) throw tenantNotFound();
  return { status: 200, body: { tenant: tenantView(row) } };
};

const tenantView = (row: tenants.TenantRow): components['schemas']['TenantView'] => ({
  id: row.id,
  name: row.name,
  ...tenants.tenantSettings(row),
  frozenAt: row.frozen_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
