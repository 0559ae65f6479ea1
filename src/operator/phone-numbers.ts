import { isE164 } from '../calls/phone-number.ts';
import type { components } from '../contract/generated/operator.ts';
import { conflict, invalidPhoneNumber, phoneNumberNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import * as phoneNumbers from '../tenants/phone-numbers.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const createPhoneNumber: OperatorOperation<'createPhoneNumber'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  if (!isE164(body.phoneNumber)) throw invalidPhoneNumber(body.phoneNumber);
  const at = context.clock.now();
  const row = await phoneNumbers.insertPhoneNumber(context.db.knex, {
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

export const listPhoneNumbers: OperatorOperation<'listPhoneNumbers'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await phoneNumbers.listPhoneNumbers(context.db.knex, path.tenantId);
  return { status: 200, body: { phoneNumbers: rows.map(phoneNumberView) } };
};

export const updatePhoneNumber: OperatorOperation<'updatePhoneNumber'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const row = await phoneNumbers.updatePhoneNumber(context.db.knex, path.tenantId, path.phoneNumberId, {
    ...(body.health !== undefined && { health: body.health }),
    ...(body.isActive !== undefined && { is_active: body.isActive }),
    ...(body.providerNumberId !== undefined && { provider_number_id: body.providerNumberId }),
  });
  if (!row) throw phoneNumberNotFound();
  return { status: 200, body: { phoneNumber: phoneNumberView(row) } };
};

const phoneNumberView = (row: phoneNumbers.PhoneNumberRow): components['schemas']['PhoneNumberView'] => ({
  id: row.id,
  phoneNumber: row.phone_number,
  providerNumberId: row.provider_number_id,
  health: row.health,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
});
