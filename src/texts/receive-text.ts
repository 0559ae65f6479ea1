import { findContactByPhone } from '../contacts/contacts.ts';
import type { Context } from '../context.ts';
import { overloaded } from '../errors.ts';
import { publishWith } from '../events/publish.ts';
import { eventTime, smsReceived } from '../events/sms.ts';
import { inServiceTime } from '../process/clock.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { before } from '../process/time.ts';
import type { RequestAbout } from '../tracing/request-about.ts';
import { beginCallbackTrace } from '../tracing/request-span.ts';
import { doubtMs, optIn, optOutBy } from './opt-out.ts';
import { findTenantReceiving } from './own-numbers.ts';
import { tellAbout } from './text-progress.ts';
import type { InboundText } from './text-provider.ts';
import { findLastTextTo, findTextsSpokenOf, insertText, type TextRow } from './texts.ts';

/**
 * Receives a contact's text. The text, its event and its wish (STOP, START) are one transaction, and the provider's id of it is
 * unique, so a text that comes twice is stored once. Without a request, the text was found in the provider's list (D-269).
 */
export async function receiveText(context: Context, inbound: InboundText, about?: RequestAbout): Promise<void> {
  const { knex } = context.db;
  const [known, receiving] = await Promise.all([findKnown(context, inbound), findTenantReceiving(context, inbound)]);
  if (known) {
    if (about) tellAbout(context, about, known);
    return;
  }
  if (receiving === undefined) {
    const { to, providerMessageId } = inbound;
    context.log.warn({ to, providerMessageId, requestId: about?.requestId }, 'a text came to a number that is nobody’s');
    return;
  }
  // The provider asks the number's second address, which leads to the tenant's other cell.
  if (receiving.is_frozen) throw overloaded();
  const tenantId = receiving.tenant_id;
  const text = await newText(context, tenantId, inbound, about);
  const received = { ...smsReceived(text, eventTime(text.created_at, text.event_at)), trace: text.trace };
  const isNew = await publishWith(context, [received], (publish) =>
    knex.transaction(async (trx) => {
      if (!(await insertText(trx, text))) return false;
      if (inbound.wish === 'opt_out') await optOutBy(trx, text);
      if (inbound.wish === 'opt_in')
        await optIn(trx, tenantId, inbound.from, inbound.cameAt ? before(text.created_at, doubtMs) : text.created_at);
      await publish(trx);
      return true;
    }),
  );
  // The same text came twice at once, and the other one is stored.
  if (!isNew) return receiveText(context, inbound, about);
  if (about) about.textId = text.id;
}

async function findKnown({ db }: Pick<Context, 'db'>, { providerMessageId }: InboundText): Promise<TextRow | undefined> {
  const [known] = await findTextsSpokenOf(db.engine, [{ providerMessageId, messageId: null }]);
  return known;
}

/** A reply belongs to the campaign of the text that we last sent to this number (D-52). */
async function newText(context: Context, tenantId: string, inbound: InboundText, about: RequestAbout | undefined) {
  const { knex } = context.db;
  const [contact, answered] = await Promise.all([
    findContactByPhone(knex, tenantId, inbound.from),
    findLastTextTo(knex, tenantId, inbound.from),
  ]);
  if (about) beginCallbackTrace(context, about, answered?.trace ?? null);
  const now = context.clock.now();
  const at = inbound.cameAt ? inServiceTime(context.clock, inbound.cameAt) : now;
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
    event_at: now,
    created_at: at,
    request_id: about?.requestId ?? null,
    trace: about?.span?.context ?? null,
  } as const;
}
