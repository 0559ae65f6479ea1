/** A call as it went, as far as it can be brought about again. */
export interface PlayedCall {
  readonly scenario: string | null;
  readonly number: string;
  readonly endedReason: string | null;
  readonly seed: number;
  readonly placement: string;
  readonly callbacks: string;
  /** What the service made of it, and what was said, where it knows. */
  readonly outcome: string | null;
  readonly transcript: string | null;
  readonly steps: readonly { readonly state: string; readonly storySeconds: number | null }[];
  /** What each receiver answered, in order, until it took each delivery. */
  readonly programmes: readonly { readonly receiver: string; readonly answers: readonly (number | string | null)[] }[];
  readonly webhooks: readonly PlayedWebhook[];
}

export interface PlayedWebhook {
  readonly receiver: string;
  readonly event: string;
  readonly outcome: string | null;
  /** How many attempts it took. Null where other deliveries could have met the answers that it met. */
  readonly attempts: number | null;
}
