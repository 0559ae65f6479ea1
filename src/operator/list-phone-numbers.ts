import type { OperatorOperation } from '../operation.ts';
import { listPhoneNumbers as rowsOf } from '../tenants/phone-numbers.ts';
import { phoneNumberView } from './phone-number-view.ts';
import { requireTenant } from './require-tenant.ts';

export const listPhoneNumbers: OperatorOperation<'listPhoneNumbers'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await rowsOf(context.db.knex, path.tenantId);
  return { status: 200, body: { phoneNumbers: rows.map(phoneNumberView) } };
};
