import { isE164 } from '../calls/phone-number.ts';
import { upsertContact as writeRow } from '../contacts/contacts.ts';
import { memberOf } from '../contract/json-members.ts';
import { invalidPhoneNumber } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { contactView } from './contact-view.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const upsertContact: OperatorOperation<'upsertContact'> = async (context, { path, body, rawBody }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  if (!isE164(body.phone)) throw invalidPhoneNumber(body.phone, 'phone');
  const { phone, customFields, ...texts } = body;
  const change = { ...texts, ...(customFields !== undefined && { custom_fields: memberOf(rawBody, 'customFields') ?? '{}' }) };
  const at = context.clock.now();
  const row = await writeRow(context.db.knex, path.tenantId, phone, change, { id: newIdentifier('con', at), at });
  return { status: 200, body: { contact: contactView(row) } };
};
