import { phoneNumberNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { updatePhoneNumber as changeRow } from '../tenants/phone-numbers.ts';
import { phoneNumberView } from './phone-number-view.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const updatePhoneNumber: OperatorOperation<'updatePhoneNumber'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const row = await changeRow(context.db.knex, path.tenantId, path.phoneNumberId, {
    ...(body.health !== undefined && { health: body.health }),
    ...(body.isActive !== undefined && { is_active: body.isActive }),
    ...(body.providerNumberId !== undefined && { provider_number_id: body.providerNumberId }),
  });
  if (!row) throw phoneNumberNotFound();
  return { status: 200, body: { phoneNumber: phoneNumberView(row) } };
};
