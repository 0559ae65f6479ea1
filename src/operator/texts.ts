import { chooseCallerId } from '../calls/caller-id.ts';
import { isE164 } from '../calls/phone-number.ts';
import { findContact, findContactByPhone } from '../contacts/contacts.ts';
import type { Context } from '../context.ts';
import type { components } from '../contract/generated/operator.ts';
import { invalidMembers } from '../contract/problems.ts';
import { contactNotFound, invalidPhoneNumber, messageNotFound, phoneNumberNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { findPhoneNumber, listPhoneNumbers } from '../tenants/phone-numbers.ts';
import { sendText as send } from '../texts/send-text.ts';
import * as texts from '../texts/texts.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const sendText: OperatorOperation<'sendText'> = async (context, { path: { tenantId }, body, about }) => {
  await requireUnfrozenTenant(context, tenantId);
  if (!isE164(body.to)) throw invalidPhoneNumber(body.to, 'to');
  const text = await send(context, tenantId, {
    to: body.to,
    body: body.body,
    campaign: body.campaign ?? null,
    dedupeKey: body.dedupeKey ?? null,
    about,
    choose: async () => ({
      from: await chooseSender(context, tenantId, body),
      contactId: await chooseContact(context, tenantId, body),
    }),
  });
  return { status: 202, body: { message: messageView(text) } };
};

/** Chooses the contact that is named, none where the request says so, else the contact with the number. */
async function chooseContact(
  context: Context,
  tenantId: string,
  { to, contactId }: { to: string; contactId?: string | null },
): Promise<string | null> {
  if (contactId === null) return null;
  const contact = await findContactByPhone(context.db.knex, tenantId, to);
  if (contactId === undefined || contact?.id === contactId) return contact?.id ?? null;
  if (!(await findContact(context.db.knex, tenantId, contactId))) throw contactNotFound();
  // Events say that the text is to the contact's number, so it must be.
  throw invalidMembers([{ path: '/body/to', message: "must be the contact's number" }]);
}

/** Chooses the number that is named, else the one that the contact knows, else one by chance and health, as for a call. */
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
  const last = await texts.findLastTextTo(knex, tenantId, to);
  const chosen = active.find((number) => number.phone_number === last?.our_phone) ?? chooseCallerId(active, context.random);
  if (!chosen) throw phoneNumberNotFound('The tenant has no phone number to send from.');
  return chosen.phone_number;
}

export const listTexts: OperatorOperation<'listTexts'> = async (context, { path, query }) => {
  await requireTenant(context, path.tenantId);
  const rows = await context.db.reading(({ knex }) =>
    texts.listTexts(knex, path.tenantId, { phone: query.phone, before: query.before, limit: query.limit ?? pageSize }),
  );
  return { status: 200, body: { messages: rows.map(messageView) } };
};

const pageSize = 50;

export const readText: OperatorOperation<'readText'> = async (context, { path, about }) => {
  await requireTenant(context, path.tenantId);
  const row = await texts.findText(context.db.knex, path.tenantId, path.messageId);
  if (!row) throw messageNotFound();
  about.textId = row.id;
  return { status: 200, body: { message: messageView(row) } };
};

const messageView = (row: texts.TextRow): components['schemas']['MessageView'] => ({
  id: row.id,
  direction: row.direction,
  status: row.status,
  phone: row.phone,
  ourPhone: row.our_phone,
  body: row.body,
  contactId: row.contact_id,
  campaign: row.campaign_id === null ? null : { id: row.campaign_id, name: row.campaign_name ?? '' },
  errorCode: row.error_code,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
});
