import { findContactByPhone } from '../contacts/contacts.ts';
import type { Context } from '../context.ts';
import { announcePublication, insertPublication, preparePublication } from '../events/publish.ts';
import { smsReceived } from '../events/sms.ts';
import { newIdentifier } from '../identifiers.ts';
import { optIn, optOut } from './opt-out.ts';
import type { InboundText } from './text-provider.ts';
import { insertText, lastTextTo, takenMessageIds, tenantReceiving } from './texts.ts';

/**
 * A contact texted back. The text, its event and what it wishes (STOP, START) are one transaction, and the provider's id
 * of it is unique, so that a text that comes twice is one.
 */
export async function receiveText(context: Context, inbound: InboundText): Promise<void> {
  const { knex } = context.db;
  if ((await takenMessageIds(knex, [inbound.providerMessageId])).size > 0) return;
  const tenantId = await tenantReceiving(knex, inbound.to, inbound.from);
  if (tenantId === null) {
    context.log.warn({ to: inbound.to, providerMessageId: inbound.providerMessageId }, 'a text came to a number that is nobody’s');
    return;
  }
  const text = await newText(context, tenantId, inbound);
  const publication = await preparePublication(context, [smsReceived(text, text.created_at)]);
  const inserted = await knex.transaction(async (trx) => {
    if (!(await insertText(trx, text))) return null;
    if (inbound.wish === 'opt_out') await optOut(trx, tenantId, inbound.from, text.created_at);
    if (inbound.wish === 'opt_in') await optIn(trx, tenantId, inbound.from);
    return insertPublication(trx, context, publication);
  });
  if (inserted) announcePublication(context, inserted);
}

/** A reply belongs to the campaign that it answers: that of what we last sent to this number. */
async function newText(context: Context, tenantId: string, inbound: InboundText) {
  const { knex } = context.db;
  const contact = await findContactByPhone(knex, tenantId, inbound.from);
  const answered = await lastTextTo(knex, tenantId, inbound.from);
  const at = context.clock.now();
  return {
    id: newIdentifier('msg', at),
    tenant_id: tenantId,
    direction: 'inbound',
    status: 'received',
    contact_id: contact?.id ?? null,
    phone: inbound.from,
    our_phone: inbound.to,
    body: inbound.body,
    campaign_id: answered?.campaign_id ?? null,
    campaign_name: answered?.campaign_name ?? null,
    provider_message_id: inbound.providerMessageId,
    finished_at: at,
    event_at: at,
    created_at: at,
  } as const;
}
