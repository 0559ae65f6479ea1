import type { TraceContext } from '../process/trace-context.ts';
import type { RequestAbout } from '../tracing/request-about.ts';

/**
 * The port to the provider of texts. It speaks of intent and facts, never of HTTP: an adapter (`twilio/`) translates them for its
 * provider. Callbacks and polling produce the same events.
 */
export interface TextProvider {
  readonly name: string;

  /** False where no provider has been set up: no text can be sent, and no callback is accepted. */
  readonly isReady: boolean;

  /** Makes exactly one request and never repeats it: a repeated send is a second text on the contact's phone. */
  send(text: TextToSend): Promise<SendResult>;

  /**
   * Finds the texts that the provider has taken with this sender, receiver and body in this span, oldest first. A provider keeps no
   * id of ours, so the caller chooses among those that no other text has.
   */
  findSent(text: Omit<TextToSend, 'messageId'>, span: Span): Promise<FindSentResult>;

  /** Lists a page of the texts that came in since a time, newest first, whether or not a callback told of them. */
  listReceived(since: Date, page: string | null): Promise<ReceivedPage>;

  /** Asks for the provider's present state of a text, as the event that a callback would have brought. */
  snapshot(providerMessageId: string, trace?: TraceContext | null): Promise<TextSnapshot>;

  /** Verifies and reads a report on a text of ours. No content makes it throw. */
  readStatus(request: TextCallback): ReadCallback<{ readonly event: TextEvent | null }>;

  /** Verifies and reads a text that came in. No content makes it throw. */
  readInbound(request: TextCallback): ReadCallback<{ readonly text: InboundText }>;
}

export interface TextToSend {
  /** This id is ours; it comes back with each report on the text. */
  readonly messageId: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  /** The trace that the request belongs to, if it is traced. */
  readonly trace?: TraceContext | null;
}

/** Without an end it reaches to the present. */
export interface Span {
  readonly from: Date;
  readonly until?: Date;
}

export type SendResult =
  | { readonly kind: 'accepted'; readonly providerMessageId: string }
  /** The provider will not send this text. No carrier has seen it. */
  | { readonly kind: 'refused'; readonly errorCode: string | null; readonly reason: string; readonly optedOut: boolean }
  /** The provider cannot be used now, and has sent nothing. */
  | { readonly kind: 'unavailable'; readonly raw: string }
  /** There was no answer, or an unclear one: the text may have been sent. */
  | { readonly kind: 'unknown'; readonly raw: string };

export type FindSentResult =
  | {
      readonly kind: 'found';
      readonly events: readonly FoundText[] /** Says that the list was not read down to the beginning of the span. */;
      readonly isCut?: true;
    }
  | { readonly kind: 'unreachable'; readonly raw: string };

/** What became of a text that the provider lists. */
export type FoundText = TextEvent & {
  /** Is when the provider took it. Null: it does not say. */
  readonly takenAt: Date | null;
};

export type ReceivedPage =
  /** `next` names the page that follows. Null: this one is the last. */
  | { readonly kind: 'page'; readonly texts: readonly ListedText[]; readonly next: string | null }
  /** The provider refuses the request, as it does where it no longer knows the page. */
  | { readonly kind: 'refused'; readonly raw: string }
  | { readonly kind: 'unreachable'; readonly raw: string };

/** A text that came in, as the provider lists it. */
export type ListedText = InboundText & { readonly cameAt: Date };

export type TextSnapshot =
  | { readonly kind: 'event'; readonly event: TextEvent | null }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreachable'; readonly raw: string };

export interface TextCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Path and query are as they came, because providers sign the address too. */
  readonly url: string;
  readonly rawBody: Uint8Array;
}

export type ReadCallback<Read> = ({ readonly ok: true } & Read) | { readonly ok: false; readonly why: 'bad_signature' | 'malformed' };

export type TextEvent = {
  readonly providerMessageId: string;
  /** This is our id, where the provider returned it. */
  readonly messageId: string | null;
  /** Is when it happened, in real time. Absent or null: the provider does not say, as in a report, which comes at once. */
  readonly at?: Date | null;
  /** Is when a carrier took the text, in real time, where the provider says so. */
  readonly sentAt?: Date | null;
} & (
  | { readonly kind: 'queued' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed';
      readonly errorCode: string | null;
      /** The reason is short plain English (`V-SMS-07`). */
      readonly reason: string;
      readonly carrier: CarrierPart;
      readonly optedOut: boolean;
    }
);

/** The names that a provider uses for a text. */
export type NamedText = Pick<TextEvent, 'providerMessageId' | 'messageId'>;

/** Tells whether a carrier tried a text that failed. `unsaid`: a carrier did if the text had been sent. */
export type CarrierPart = 'tried' | 'never_reached' | 'unsaid';

export interface InboundText {
  readonly providerMessageId: string;
  /** This is the contact's number. */
  readonly from: string;
  /** This is our number. */
  readonly to: string;
  readonly body: string;
  /** The contact's wish about further texts. Null: the text is no such wish. */
  readonly wish: 'opt_out' | 'opt_in' | null;
  /** Is the provider's time of it, in real time. Absent: it comes now. */
  readonly cameAt?: Date;
}

/** A report on a text, and the callback that brought it. */
export interface TextReport {
  readonly event: TextEvent;
  readonly about: RequestAbout | undefined;
}
