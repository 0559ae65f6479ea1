import { defaultTenantLimits } from '../limits.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { insertTenant } from '../tenants/tenants.ts';
import { tenantView } from './tenant-view.ts';

export const createTenant: OperatorOperation<'createTenant'> = async (context, { body }) => {
  const at = context.clock.now();
  const row = await insertTenant(
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
