import type { TraceContext } from '../process/trace-context.ts';
import type { RequestAbout } from '../tracing/request-about.ts';

/**
 * The port to whoever carries the texts. It speaks intent and facts, never HTTP: an adapter (`twilio/`) turns them into
 * its provider's wire. Callbacks and polling produce the same events.
 */
export interface TextProvider {
  readonly name: string;

  /** False where no provider has been set up: nothing can be sent, and no callback is believed. */
  readonly isReady: boolean;

  /** Exactly one attempt on the wire, never repeated by itself: a repeated send is a second text on somebody's phone. */
  send(text: TextToSend): Promise<SendResult>;

  /**
   * The texts that the provider has taken with this sender, receiver and body since then, oldest first. A provider keeps
   * no id of ours, so which of them is meant is for whoever knows which are taken.
   */
  findSent(text: Omit<TextToSend, 'messageId'>, since: Date): Promise<FindSentResult>;

  /** What the provider says of a text now, as the event that a callback would have brought. */
  snapshot(providerMessageId: string, trace?: TraceContext | null): Promise<TextSnapshot>;

  /** Verifies and reads a report on a text of ours. Never throws on what it is sent. */
  readStatus(request: TextCallback): ReadCallback<{ readonly event: TextEvent | null }>;

  /** Verifies and reads a text that came in. Never throws on what it is sent. */
  readInbound(request: TextCallback): ReadCallback<{ readonly text: InboundText }>;
}

export interface TextToSend {
  /** Ours; it comes back with each report on the text. */
  readonly messageId: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  /** The trace that asking belongs to, if it is traced. */
  readonly trace?: TraceContext | null;
}

export type SendResult =
  | { readonly kind: 'accepted'; readonly providerMessageId: string }
  /** The provider will not send this text. No carrier has seen it. */
  | { readonly kind: 'refused'; readonly errorCode: string | null; readonly reason: string; readonly optedOut: boolean }
  /** The provider cannot be used just now, and has sent nothing. */
  | { readonly kind: 'unavailable'; readonly raw: string }
  /** No answer, or one that does not tell: it may have been sent. */
  | { readonly kind: 'unknown'; readonly raw: string };

export type FindSentResult =
  | { readonly kind: 'found'; readonly events: readonly TextEvent[] }
  | { readonly kind: 'unreachable'; readonly raw: string };

export type TextSnapshot =
  | { readonly kind: 'event'; readonly event: TextEvent | null }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreachable'; readonly raw: string };

export interface TextCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Path and query as they came: providers sign the address too. */
  readonly url: string;
  readonly rawBody: Uint8Array;
}

export type ReadCallback<Read> = ({ readonly ok: true } & Read) | { readonly ok: false; readonly why: 'bad_signature' | 'malformed' };

export type TextEvent = {
  readonly providerMessageId: string;
  /** Our id, where the provider brought it back. */
  readonly messageId: string | null;
} & (
  | { readonly kind: 'queued' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'delivered' }
  | {
      readonly kind: 'failed';
      readonly errorCode: string | null;
      /** Short plain English. */
      readonly reason: string;
      readonly carrier: CarrierPart;
    }
);

/** Whether a carrier tried a text that failed. `unsaid`: then it did if the text had been sent. */
export type CarrierPart = 'tried' | 'never_reached' | 'unsaid';

export interface InboundText {
  readonly providerMessageId: string;
  /** The contact's number. */
  readonly from: string;
  /** Ours. */
  readonly to: string;
  readonly body: string;
  /** What the contact wants of texts from now on; null: the text is no such wish. */
  readonly wish: 'opt_out' | 'opt_in' | null;
}

/** What was told of a text, and the callback that brought it. */
export interface TextReport {
  readonly event: TextEvent;
  readonly about: RequestAbout | undefined;
}
