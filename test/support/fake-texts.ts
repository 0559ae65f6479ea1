import type {
  FindSentResult,
  InboundText,
  ReadCallback,
  ReceivedPage,
  SendResult,
  Span,
  TextEvent,
  TextProvider,
  TextSnapshot,
  TextToSend,
} from '../../src/texts/text-provider.ts';

/** A text provider for tests. It accepts every text unless told otherwise, and keeps the requests. */
export interface FakeTexts extends TextProvider {
  isReady: boolean;
  readonly sent: TextToSend[];
  /** Holds the provider's ids that were asked for. */
  readonly asked: string[];
  onSend: (text: TextToSend) => SendResult | Promise<SendResult>;
  onFindSent: (text: Omit<TextToSend, 'messageId'>, span: Span) => FindSentResult;
  onSnapshot: (providerMessageId: string) => TextSnapshot;
  onListReceived: (since: Date, page: string | null) => ReceivedPage | Promise<ReceivedPage>;
  onStatus: () => ReadCallback<{ readonly event: TextEvent | null }>;
  onInbound: () => ReadCallback<{ readonly text: InboundText }>;
}

export function fakeTexts(): FakeTexts {
  const texts: FakeTexts = {
    name: 'fake',
    isReady: true,
    sent: [],
    asked: [],
    onSend: (text) => ({ kind: 'accepted', providerMessageId: providerMessageId(text.messageId) }),
    onFindSent: () => ({ kind: 'found', events: [] }),
    onSnapshot: () => ({ kind: 'absent' }),
    onListReceived: () => ({ kind: 'page', texts: [], next: null }),
    onStatus: () => ({ ok: false, why: 'malformed' }),
    onInbound: () => ({ ok: false, why: 'malformed' }),
    async send(text) {
      texts.sent.push(text);
      return texts.onSend(text);
    },
    findSent: async (text, span) => texts.onFindSent(text, span),
    async snapshot(id) {
      texts.asked.push(id);
      return texts.onSnapshot(id);
    },
    listReceived: async (since, page) => texts.onListReceived(since, page),
    readStatus: () => texts.onStatus(),
    readInbound: () => texts.onInbound(),
  };
  return texts;
}

/** Returns the fake's id of a text. */
export const providerMessageId = (messageId: string): string => `SM-${messageId}`;
