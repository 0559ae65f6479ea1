import type { SessionLimits } from './limits.ts';

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

export interface LedgerReport {
  readonly totals: {
    readonly dials: number;
    readonly calls: number;
    /** Counts dials beyond the first, over all calls. */
    readonly duplicateDials: number;
    readonly callbacksSent: number;
    readonly callbacksAccepted: number;
    readonly deliveriesReceived: number;
    readonly deliveriesAccepted: number;
    readonly events: number;
    /** Counts calls that ended and whose call.completed no receiver has accepted. */
    readonly callsWithoutWebhook: number;
    readonly texts: number;
    readonly messages: number;
    /** Counts texts beyond the first, over all messages. */
    readonly duplicateTexts: number;
    readonly textCallbacksSent: number;
    readonly textCallbacksAccepted: number;
    readonly inboundTextsSent: number;
    readonly inboundTextsAccepted: number;
    /** Counts messages that the carrier delivered or failed and whose sms.delivered or sms.failed no receiver has accepted. */
    readonly textsWithoutWebhook: number;
  };
  /**
   * Is false once there were more calls, messages or events than are remembered individually; the totals of dials,
   * texts and deliveries stay correct.
   */
  readonly complete: boolean;
  readonly calls: readonly CallAccount[];
  readonly messages: readonly MessageAccount[];
  readonly events: readonly EventAccount[];
}

export interface CallAccount {
  readonly callId: string;
  readonly dials: number;
  readonly providerCallIds: readonly string[];
  readonly ended: boolean;
  readonly callbacksSent: number;
  readonly callbacksAccepted: number;
  readonly callCompletedAccepted: number;
}

export interface MessageAccount {
  readonly messageId: string;
  readonly texts: number;
  readonly providerMessageIds: readonly string[];
  readonly ended: boolean;
  readonly callbacksSent: number;
  readonly callbacksAccepted: number;
  readonly webhooksAccepted: number;
}

export interface EventAccount {
  readonly event: string;
  readonly subject: string;
  readonly deliveries: readonly { readonly deliveryId: string; readonly received: number; readonly accepted: number }[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type OpenCall = Mutable<CallAccount> & { providerCallIds: string[] };
type OpenMessage = Mutable<MessageAccount> & { providerMessageIds: string[] };
interface OpenEvent {
  readonly event: string;
  readonly subject: string;
  readonly deliveries: Map<string, Count>;
}
interface Count {
  received: number;
  accepted: number;
}

export function newLedger({ ledgerPages: remembered }: Pick<SessionLimits, 'ledgerPages'>): Ledger {
  const calls = new Map<string, OpenCall>();
  const messages = new Map<string, OpenMessage>();
  const events = new Map<string, OpenEvent>();
  let complete = true;
  let dials = 0;
  let texts = 0;
  let callbacks = { sent: 0, accepted: 0 };
  let textCallbacks = { sent: 0, accepted: 0 };
  let inboundTexts = { sent: 0, accepted: 0 };
  let deliveries = { received: 0, accepted: 0 };

  /** Returns the page of a key, or undefined if the book is full. */
  const open = <Page>(book: Map<string, Page>, key: string, blank: () => Page): Page | undefined => {
    const found = book.get(key);
    if (found) return found;
    if (book.size >= remembered) {
      complete = false;
      return undefined;
    }
    const page = blank();
    book.set(key, page);
    return page;
  };
  const deliveryCount = ({ event, subject, deliveryId }: CountedDelivery): Count | undefined => {
    if (event === null || subject === null || deliveryId === null) return undefined;
    const page = open(events, `${event}/${subject}`, () => ({ event, subject, deliveries: new Map() }));
    if (!page) return undefined;
    const count = page.deliveries.get(deliveryId) ?? { received: 0, accepted: 0 };
    page.deliveries.set(deliveryId, count);
    return count;
  };
  const callPage = (callId: string): OpenCall | undefined => open(calls, callId, () => blankCall(callId));
  const messagePage = (messageId: string): OpenMessage | undefined => open(messages, messageId, () => blankMessage(messageId));

  return {
    dialled(callId, providerCallId) {
      dials += 1;
      // A call without a name cannot be matched to another, so each counts as a call of its own.
      const page = callPage(callId ?? `unnamed:${providerCallId}`);
      if (!page) return;
      page.dials += 1;
      page.providerCallIds.push(providerCallId);
    },
    ended(callId) {
      const page = callId === null ? undefined : callPage(callId);
      if (page) page.ended = true;
    },
    callbackSent(callId, accepted) {
      callbacks.sent += 1;
      if (accepted) callbacks.accepted += 1;
      const page = callId === null ? undefined : callPage(callId);
      if (!page) return;
      page.callbacksSent += 1;
      if (accepted) page.callbacksAccepted += 1;
    },
    texted(messageId, providerMessageId) {
      texts += 1;
      const page = messagePage(messageId ?? `unnamed:${providerMessageId}`);
      if (!page) return;
      page.texts += 1;
      page.providerMessageIds.push(providerMessageId);
    },
    textEnded(messageId) {
      const page = messageId === null ? undefined : messagePage(messageId);
      if (page) page.ended = true;
    },
    textCallbackSent(messageId, accepted) {
      textCallbacks.sent += 1;
      if (accepted) textCallbacks.accepted += 1;
      const page = messageId === null ? undefined : messagePage(messageId);
      if (!page) return;
      page.callbacksSent += 1;
      if (accepted) page.callbacksAccepted += 1;
    },
    inboundTextSent(accepted) {
      inboundTexts.sent += 1;
      if (accepted) inboundTexts.accepted += 1;
    },
    deliveryReceived(delivery) {
      deliveries.received += 1;
      const count = deliveryCount(delivery);
      if (count) count.received += 1;
    },
    deliveryAccepted(delivery) {
      deliveries.accepted += 1;
      const count = deliveryCount(delivery);
      if (count) count.accepted += 1;
      const call = delivery.event === 'call.completed' && delivery.subject !== null ? calls.get(delivery.subject) : undefined;
      if (call) call.callCompletedAccepted += 1;
      const ended = delivery.event === 'sms.delivered' || delivery.event === 'sms.failed';
      const message = ended && delivery.subject !== null ? messages.get(delivery.subject) : undefined;
      if (message) message.webhooksAccepted += 1;
    },
    read() {
      const pages = [...calls.values()];
      const messagePages = [...messages.values()];
      return {
        totals: {
          dials,
          calls: pages.length,
          duplicateDials: pages.reduce((sum, page) => sum + Math.max(0, page.dials - 1), 0),
          callbacksSent: callbacks.sent,
          callbacksAccepted: callbacks.accepted,
          deliveriesReceived: deliveries.received,
          deliveriesAccepted: deliveries.accepted,
          events: events.size,
          callsWithoutWebhook: pages.filter((page) => page.ended && page.callCompletedAccepted === 0).length,
          texts,
          messages: messagePages.length,
          duplicateTexts: messagePages.reduce((sum, page) => sum + Math.max(0, page.texts - 1), 0),
          textCallbacksSent: textCallbacks.sent,
          textCallbacksAccepted: textCallbacks.accepted,
          inboundTextsSent: inboundTexts.sent,
          inboundTextsAccepted: inboundTexts.accepted,
          textsWithoutWebhook: messagePages.filter((page) => page.ended && page.webhooksAccepted === 0).length,
        },
        complete,
        calls: pages.map((page) => ({ ...page, providerCallIds: [...page.providerCallIds] })),
        messages: messagePages.map((page) => ({ ...page, providerMessageIds: [...page.providerMessageIds] })),
        events: [...events.values()].map(({ event, subject, deliveries: counts }) => ({
          event,
          subject,
          deliveries: [...counts].map(([deliveryId, count]) => ({ deliveryId, ...count })),
        })),
      };
    },
    clear() {
      calls.clear();
      messages.clear();
      events.clear();
      complete = true;
      dials = 0;
      texts = 0;
      callbacks = { sent: 0, accepted: 0 };
      textCallbacks = { sent: 0, accepted: 0 };
      inboundTexts = { sent: 0, accepted: 0 };
      deliveries = { received: 0, accepted: 0 };
    },
  };
}

const blankCall = (callId: string): OpenCall => ({
  callId,
  dials: 0,
  providerCallIds: [],
  ended: false,
  callbacksSent: 0,
  callbacksAccepted: 0,
  callCompletedAccepted: 0,
});

const blankMessage = (messageId: string): OpenMessage => ({
  messageId,
  texts: 0,
  providerMessageIds: [],
  ended: false,
  callbacksSent: 0,
  callbacksAccepted: 0,
  webhooksAccepted: 0,
});
