import type { TraceContext } from '../process/trace-context.ts';

/**
 * The port to whoever places the calls. It speaks intent and facts, never HTTP: an adapter (`vapi/`) turns them into
 * its provider's wire. Callbacks and polling produce the same events, and a call ends in two steps, ended and analysed.
 */
export interface VoiceProvider {
  readonly name: string;

  /** Exactly one attempt on the wire, never repeated by itself: providers have no idempotency key for calls. */
  place(call: CallToPlace): Promise<PlaceResult>;

  /** Whether it answers a question that changes nothing. Never rejects. */
  isAnswering(): Promise<boolean>;

  /** Looks for a call by our id over all pages. Resolves a placement whose fate is unknown. */
  findByCallId(callId: string, since: Date, trace?: TraceContext | null): Promise<FindResult>;

  /** Asks the provider to hang up. `not_yet`: it cannot before the call is answered; ask again then. */
  end(call: ProviderCall): Promise<'ending' | 'already_ended' | 'not_yet' | 'unreachable'>;

  /** What the provider says of a call now, as the events that a callback would have brought. */
  snapshot(call: ProviderCall): Promise<SnapshotResult>;

  /** Verifies and reads a callback. Never throws on what it is sent. */
  ingest(request: CallbackRequest): IngestResult;
}

export interface CallToPlace {
  /** Ours; the provider carries it as its reference. */
  readonly callId: string;
  readonly to: string;
  readonly from: { readonly phoneNumber: string; readonly providerNumberId: string };
  readonly agent: {
    readonly name: string;
    readonly systemPrompt: string;
    readonly voice: Readonly<Record<string, unknown>>;
    readonly model: Readonly<Record<string, unknown>>;
    readonly providerAgentId: string | null;
  };
  readonly variables: Readonly<Record<string, unknown>>;
  readonly extractionSchema: Readonly<Record<string, unknown>> | null;
  readonly activeOutcomes: readonly string[];
  readonly maxDurationSeconds: number;
  /** The trace that asking belongs to, if it is traced. */
  readonly trace?: TraceContext | null;
}

export type PlaceResult =
  | { readonly kind: 'accepted'; readonly providerCallId: string; readonly controlUrl: string | null }
  /** The provider said no: it has not dialled and will not. */
  | { readonly kind: 'refused'; readonly raw: string }
  /** There was no connection to send the request over: it has not dialled and will not. */
  | { readonly kind: 'unreached'; readonly raw: string }
  /** No answer, or one that does not tell: it may have dialled. */
  | { readonly kind: 'unknown'; readonly raw: string };

export type FindResult =
  | { readonly kind: 'found'; readonly providerCallId: string; readonly controlUrl: string | null }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreachable'; readonly raw: string };

export interface ProviderCall {
  readonly providerCallId: string;
  readonly controlUrl: string | null;
  readonly trace?: TraceContext | null;
}

export type SnapshotResult =
  | { readonly kind: 'events'; readonly events: readonly ProviderEvent[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreachable'; readonly raw: string };

export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: Uint8Array;
  readonly now: Date;
}

export type IngestResult =
  | { readonly ok: true; readonly events: readonly ProviderEvent[] }
  | { readonly ok: false; readonly why: 'bad_signature' | 'stale' | 'malformed' };

/**
 * How a call ended, in our own closed set; the provider's own word stands beside it in `endedReason`. `unknown`: a word
 * that the adapter has no row for, so that whether the call had been answered decides.
 */
export type Disposition = 'answered' | 'voicemail' | 'no_answer' | 'busy' | 'canceled' | 'failed' | 'unknown';

export type ProviderEvent = { readonly providerCallId: string; readonly callId: string | null; readonly at: Date } & (
  | { readonly kind: 'ringing' }
  | { readonly kind: 'answered' }
  | {
      readonly kind: 'ended';
      readonly disposition: Disposition;
      readonly endedReason: string;
      /** Null where the provider did not say when it was answered, or it never was. */
      readonly answeredAt: Date | null;
      readonly endedAt: Date;
    }
  | {
      readonly kind: 'analyzed';
      readonly transcript: string | null;
      readonly outcome: string | null;
      readonly notes: string | null;
      readonly callback: { readonly requestedAt: string | null; readonly note: string | null } | null;
      /** What the provider extracted; null where it extracted nothing. */
      readonly extraction: unknown;
      /** Where the provider keeps the recording; null where there is none. */
      readonly recordingUrl: string | null;
    }
);
