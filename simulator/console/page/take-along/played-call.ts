/** The reproducible part of a call's course. */
export interface PlayedCall {
  readonly scenario: string | null;
  readonly number: string;
  readonly endedReason: string | null;
  readonly seed: number;
  readonly placement: string;
  readonly callbacks: string;
  /** Holds the service's outcome and transcript, if known. */
  readonly outcome: string | null;
  readonly transcript: string | null;
  readonly steps: readonly { readonly state: string; readonly storySeconds: number | null }[];
  /** Lists each receiver's answers in order, until it accepted each delivery. */
  readonly programmes: readonly { readonly receiver: string; readonly answers: readonly (number | string | null)[] }[];
  readonly webhooks: readonly PlayedWebhook[];
}

export interface PlayedWebhook {
  readonly receiver: string;
  readonly event: string;
  readonly outcome: string | null;
  /** Is the number of attempts, or null if other deliveries could have received these answers. */
  readonly attempts: number | null;
}
