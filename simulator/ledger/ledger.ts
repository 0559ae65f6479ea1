import type { components } from '../../src/contract/generated/simulator.ts';
import type { SessionLimits } from '../limits.ts';
import { type Account, Accounts } from './accounts.ts';
import { DeliveryCounts } from './delivery-counts.ts';
import { Tally } from './tally.ts';

/**
 * An independent count of what really happened: how often a telephone rang for each call of the service and how many
 * texts went out for each message, what the providers reported of them, and which events reached the receivers. After
 * any number of kills four counts must be zero: `duplicateDials` and `callsWithoutWebhook`, `duplicateTexts` and
 * `textsWithoutWebhook`.
 */
export interface Ledger {
  dialled(callId: string | null, providerCallId: string): void;
  ended(callId: string | null): void;
  callbackSent(callId: string | null, accepted: boolean): void;
  texted(messageId: string | null, providerMessageId: string): void;
  /** Records the carrier's result, which a webhook must report. */
  textEnded(messageId: string | null): void;
  textCallbackSent(messageId: string | null, accepted: boolean): void;
  inboundTextSent(accepted: boolean): void;
  deliveryReceived(delivery: CountedDelivery): void;
  /** Records a 2xx answer whose sender was still connected. */
  deliveryAccepted(delivery: CountedDelivery): void;
  read(): LedgerReport;
  clear(): void;
}

export interface CountedDelivery {
  readonly event: string | null;
  /** Is the subject of the event: the id of a call, a message or a lead. */
  readonly subject: string | null;
  readonly deliveryId: string | null;
}

export type LedgerReport = components['schemas']['Ledger'];

export function newLedger({ ledgerPages: remembered }: Pick<SessionLimits, 'ledgerPages'>): Ledger {
  const calls = new Accounts(remembered);
  const messages = new Accounts(remembered);
  const deliveries = new DeliveryCounts(remembered);
  const inboundTexts = new Tally();

  return {
    dialled: (callId, providerCallId) => calls.begun(callId, providerCallId),
    ended: (callId) => calls.ended(callId),
    callbackSent: (callId, accepted) => calls.callbackSent(callId, accepted),
    texted: (messageId, providerMessageId) => messages.begun(messageId, providerMessageId),
    textEnded: (messageId) => messages.ended(messageId),
    textCallbackSent: (messageId, accepted) => messages.callbackSent(messageId, accepted),
    inboundTextSent: (accepted) => inboundTexts.add(accepted),
    deliveryReceived: (delivery) => deliveries.count(delivery, 'received'),
    deliveryAccepted(delivery) {
      deliveries.count(delivery, 'accepted');
      const { event, subject } = delivery;
      if (event === 'call.completed') calls.webhookAccepted(subject);
      if (event === 'sms.delivered' || event === 'sms.failed') messages.webhookAccepted(subject);
    },
    read: () => ({
      totals: {
        dials: calls.begins,
        calls: calls.book.size,
        duplicateDials: calls.duplicates(),
        callbacksSent: calls.callbacks.sent,
        callbacksAccepted: calls.callbacks.accepted,
        ...deliveries.totals(),
        callsWithoutWebhook: calls.withoutWebhook(),
        texts: messages.begins,
        messages: messages.book.size,
        duplicateTexts: messages.duplicates(),
        textCallbacksSent: messages.callbacks.sent,
        textCallbacksAccepted: messages.callbacks.accepted,
        inboundTextsSent: inboundTexts.sent,
        inboundTextsAccepted: inboundTexts.accepted,
        textsWithoutWebhook: messages.withoutWebhook(),
      },
      complete: calls.book.isComplete && messages.book.isComplete && deliveries.isComplete,
      calls: calls.book.all().map(callAccount),
      messages: messages.book.all().map(messageAccount),
      events: deliveries.all(),
    }),
    clear() {
      for (const each of [calls, messages, deliveries, inboundTexts]) each.clear();
    },
  };
}

const callAccount = ({ id, begins, providerIds, ended, callbacks, webhooksAccepted }: Account): LedgerReport['calls'][number] => ({
  callId: id,
  dials: begins,
  providerCallIds: [...providerIds],
  ended,
  callbacksSent: callbacks.sent,
  callbacksAccepted: callbacks.accepted,
  callCompletedAccepted: webhooksAccepted,
});

const messageAccount = ({ id, begins, providerIds, ended, callbacks, webhooksAccepted }: Account): LedgerReport['messages'][number] => ({
  messageId: id,
  texts: begins,
  providerMessageIds: [...providerIds],
  ended,
  callbacksSent: callbacks.sent,
  callbacksAccepted: callbacks.accepted,
  webhooksAccepted,
});
