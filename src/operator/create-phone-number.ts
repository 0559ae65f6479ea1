import { isE164 } from '../calls/phone-number.ts';
import { conflict, invalidPhoneNumber } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { insertPhoneNumber } from '../tenants/phone-numbers.ts';
import { phoneNumberView } from './phone-number-view.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const createPhoneNumber: OperatorOperation<'createPhoneNumber'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  if (!isE164(body.phoneNumber)) throw invalidPhoneNumber(body.phoneNumber);
  const at = context.clock.now();
  const row = await insertPhoneNumber(context.db.knex, {
    id: newIdentifier('num', at),
    tenant_id: path.tenantId,
    phone_number: body.phoneNumber,
    provider_number_id: body.providerNumberId,
    health: body.health ?? 100,
    is_active: body.isActive ?? true,
    created_at: at,
  });
  if (!row) throw conflict(`The tenant already has the number ${body.phoneNumber}.`);
  return { status: 201, body: { phoneNumber: phoneNumberView(row) } };
};
