import { chooseCallerId } from '../calls/caller-id.ts';
import { isE164 } from '../calls/phone-number.ts';
import { findContactByPhone } from '../contacts/contacts.ts';
import type { Context } from '../context.ts';
import { contactNotFound, invalidPhoneNumber, invalidRequest, phoneNumberNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { findPhoneNumber, listPhoneNumbers } from '../tenants/phone-numbers.ts';
import { sendText as send } from '../texts/send-text.ts';
import { lastTextTo } from '../texts/texts.ts';
import { messageView } from './message-view.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const sendText: OperatorOperation<'sendText'> = async (context, { path: { tenantId }, body, about }) => {
  await requireUnfrozenTenant(context, tenantId);
  if (!isE164(body.to)) throw invalidPhoneNumber(body.to, 'to');
  const text = await send(context, tenantId, {
    to: body.to,
    from: await chooseSender(context, tenantId, body),
    body: body.body,
    contactId: await chooseContact(context, tenantId, body),
    campaign: body.campaign ?? null,
    dedupeKey: body.dedupeKey ?? null,
    about,
  });
  return { status: 202, body: { message: messageView(text) } };
};

/** The contact that is named, none where that is said, else whoever has the number. */
async function chooseContact(
  context: Context,
  tenantId: string,
  { to, contactId }: { to: string; contactId?: string | null },
): Promise<string | null> {
  if (contactId === null) return null;
  const contact = await findContactByPhone(context.db.knex, tenantId, to);
  if (contactId === undefined || contact?.id === contactId) return contact?.id ?? null;
  if (!(await contactExists(context, tenantId, contactId))) throw contactNotFound();
  // Events say that the text is to the contact's number, so it has to be.
  throw invalidRequest('The request is not valid.', [{ path: '/body/to', message: "must be the contact's number" }]);
}

const contactExists = async (context: Context, tenantId: string, contactId: string): Promise<boolean> =>
  (await context.db.knex('contacts').where({ tenant_id: tenantId, id: contactId }).first('id')) !== undefined;

/** The number that is named; else the one that the contact knows; else one by chance and health, as for a call. */
async function chooseSender(
  context: Context,
  tenantId: string,
  { to, fromPhoneNumberId }: { to: string; fromPhoneNumberId?: string },
): Promise<string> {
  const { knex } = context.db;
  if (fromPhoneNumberId !== undefined) {
    const named = await findPhoneNumber(knex, tenantId, fromPhoneNumberId);
    if (!named?.is_active) throw phoneNumberNotFound();
    return named.phone_number;
  }
  const active = (await listPhoneNumbers(knex, tenantId)).filter((number) => number.is_active);
  const last = await lastTextTo(knex, tenantId, to);
  const chosen = active.find((number) => number.phone_number === last?.our_phone) ?? chooseCallerId(active, context.random);
  if (!chosen) throw phoneNumberNotFound('The tenant has no phone number to send from.');
  return chosen.phone_number;
}
