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
export class Ledger {
  readonly calls: Accounts;
  readonly messages: Accounts;
  readonly inboundTexts = new Tally();
  readonly #deliveries: DeliveryCounts;

  constructor({ ledgerPages: remembered }: Pick<SessionLimits, 'ledgerPages'>) {
    this.calls = new Accounts(remembered);
    this.messages = new Accounts(remembered);
    this.#deliveries = new DeliveryCounts(remembered);
  }

  deliveryReceived(delivery: CountedDelivery): void {
    this.#deliveries.count(delivery, 'received');
  }

  /** Records a 2xx answer whose sender was still connected. */
  deliveryAccepted(delivery: CountedDelivery): void {
    this.#deliveries.count(delivery, 'accepted');
    const { event, subject } = delivery;
    if (event === 'call.completed') this.calls.webhookAccepted(subject);
    if (event === 'sms.delivered' || event === 'sms.failed') this.messages.webhookAccepted(subject);
  }

  read(): LedgerReport {
    const { calls, messages, inboundTexts } = this;
    const deliveries = this.#deliveries;
    return {
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
    };
  }

  clear(): void {
    for (const each of [this.calls, this.messages, this.#deliveries, this.inboundTexts]) each.clear();
  }
}

export interface CountedDelivery {
  readonly event: string | null;
  /** Is the subject of the event: the id of a call, a message or a lead. */
  readonly subject: string | null;
  readonly deliveryId: string | null;
}

export type LedgerReport = components['schemas']['Ledger'];

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
