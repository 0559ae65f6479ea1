import type { TraceContext } from '../process/trace-context.ts';

/**
 * A provider that places calls. The interface states intents and facts, never HTTP: an adapter (`vapi/`) translates
 * them to its provider's protocol. Callbacks and polling produce the same events, and a call ends in two steps, ended
 * and analysed.
 */
export interface VoiceProvider {
  readonly name: string;

  /** Places a call with exactly one request, never repeated: providers have no idempotency key for calls. */
  place(call: CallToPlace): Promise<PlaceResult>;

  /** Tells if the provider answers a request that changes nothing. Never rejects. */
  isAnswering(): Promise<boolean>;

  /** Looks for a call by the service's id among those that were made when it was asked for. It resolves a placement whose fate is unknown. */
  findByCallId(callId: string, sentAt: Date, trace?: TraceContext | null): Promise<FindResult>;

  /** Lists the calls that the provider made in a span of time, over all pages. */
  listCalls(from: Date, until: Date): Promise<ListResult>;

  /** Asks the provider to hang up. `not_yet` means that it cannot before the call is answered; ask again then. */
  end(call: ProviderCall): Promise<EndResult>;

  /** Returns the provider's present view of a call as the events that callbacks would have brought. */
  snapshot(call: ProviderCall): Promise<SnapshotResult>;

  /**
   * Returns where the provider gives out a call's recording to the holder of its credentials. The headers are for this address alone, and
   * not for one that it leads to. Null: the recording's own address is all there is.
   */
  recordingOf(providerCallId: string): GuardedAddress | null;

  /** Verifies and reads a callback. Never throws, whatever the input. */
  ingest(request: CallbackRequest): IngestResult;
}

export interface CallToPlace extends CallReference {
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
  /** Is the trace of the request, if it is traced. */
  readonly trace?: TraceContext | null;
}

/** What the provider carries with a call and gives back, so that the call is known again where the database has lost it (D-200). */
export interface CallReference {
  /** Is the service's id. */
  readonly callId: string;
  readonly tenantId: string;
  readonly agentId: string;
  /** Is the hash of the idempotency key under which the call was placed (`hashOfKey`), or null. */
  readonly keyHash: string | null;
  /** Is the cell that placed it, because cells share the provider's account. Null: the provider does not say it. */
  readonly cell: string | null;
}

export type PlaceResult =
  | { readonly kind: 'accepted'; readonly providerCallId: string; readonly controlUrl: string | null }
  /** The provider refused: it has not dialled and will not. */
  | { readonly kind: 'refused'; readonly raw: string }
  /** There was no connection to send the request over: the provider has not dialled and will not. */
  | { readonly kind: 'unreached'; readonly raw: string }
  /** The answer is missing or inconclusive: the provider may have dialled. */
  | { readonly kind: 'unknown'; readonly raw: string };

export type FindResult =
  | { readonly kind: 'found'; readonly providerCallId: string; readonly controlUrl: string | null }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreachable'; readonly raw: string };

export type ListResult =
  | { readonly kind: 'calls'; readonly calls: readonly ListedCall[] }
  | { readonly kind: 'unreachable'; readonly raw: string };

/** A call at the provider. What is null was not given when it was placed, or not by this service. */
export interface ListedCall {
  readonly providerCallId: string;
  readonly controlUrl: string | null;
  readonly reference: CallReference | null;
  /** Is the service's id of a call that carries less than a whole reference. */
  readonly callId: string | null;
  readonly to: string | null;
  readonly providerNumberId: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly createdAt: Date | null;
  readonly isOver: boolean;
}

export interface ProviderCall {
  readonly providerCallId: string;
  readonly controlUrl: string | null;
  readonly trace?: TraceContext | null;
}

export type EndResult = 'ending' | 'already_ended' | 'not_yet' | 'unreachable';

export type SnapshotResult =
  | { readonly kind: 'events'; readonly events: readonly ProviderEvent[] }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreachable'; readonly raw: string };

export interface GuardedAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CallbackRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: Uint8Array;
  readonly now: Date;
}

export type IngestResult =
  | { readonly ok: true; readonly events: readonly ProviderEvent[]; readonly unknown: readonly UnknownPart[] }
  | { readonly ok: false; readonly why: 'bad_signature' | 'stale' | 'malformed' };

/** A type of callback, or a key of one, that the provider has not documented. */
export interface UnknownPart {
  readonly kind: 'type' | 'key';
  readonly name: string;
}

/**
 * Says how a call ended, in a closed set of values; the provider's own word is in `endedReason`. `unknown` is a word
 * that the adapter does not map, so the outcome depends on whether the call was answered.
 */
export type Disposition = 'answered' | 'voicemail' | 'no_answer' | 'busy' | 'canceled' | 'failed' | 'unknown';

/** The ids of the tenant and the call are ours; null where the provider does not give them back. */
export type ProviderEvent = {
  readonly providerCallId: string;
  readonly tenantId: string | null;
  readonly callId: string | null;
  /** Is when it happened by the provider's own clock, or null where the provider does not say that. */
  readonly at: Date | null;
} & (
  | { readonly kind: 'ringing' }
  | { readonly kind: 'answered' }
  | {
      readonly kind: 'ended';
      /** Is `lost` where the provider never says how and when the call ended. */
      readonly disposition: Disposition | 'lost';
      readonly endedReason: string;
      /** Is null if the call was never answered, or the provider did not say when. */
      readonly answeredAt: Date | null;
      /** Is when the call was answered, if it was. The provider does not say that it was. */
      readonly startedAt?: Date;
      /** Is null where the provider says at most when it reported the end, which is `at`. */
      readonly endedAt: Date | null;
      /** Is true where nobody was reached, so that an answer that was reported was none. */
      readonly isUnreached?: boolean;
      /**
       * Is what is still to come. `answer`: the reason leaves open if the call was answered, unless an answer was reported. `report`: the
       * reason is missing, or denies an answer.
       */
      readonly awaits?: 'answer' | 'report';
    }
  | {
      readonly kind: 'analyzed';
      readonly transcript: string | null;
      readonly outcome: string | null;
      readonly notes: string | null;
      readonly callback: { readonly requestedAt: string | null; readonly note: string | null } | null;
      /** Is the provider's extraction, or null if there is none. */
      readonly extraction: unknown;
      /** Is the provider's address of the recording, or null if there is none. */
      readonly recordingUrl: string | null;
      /** Is what a look-up does not show, and what may be still to come. Where nothing classifies the call, that stands for both. */
      readonly lacks?: 'classification' | 'recording';
    }
);
