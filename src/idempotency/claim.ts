export interface KeyOwner {
  readonly tenantId: string;
  readonly apiKeyId: string;
}

/** The right to work under a key. `callId` is the call that an earlier holder, since given up, has committed. */
export interface Claim extends KeyOwner {
  readonly operation: string;
  readonly key: string;
  readonly claim: string;
  readonly callId: string | null;
  /** Is the timeline of the server that granted the claim (`restores/restores.ts`). */
  readonly timeline: string;
}

/** Names an idempotency key whose tenant is known. */
export type KeyName = Pick<Claim, 'apiKeyId' | 'operation' | 'key'>;

export interface Answer extends Pick<Claim, 'apiKeyId' | 'operation' | 'key' | 'claim'> {
  readonly status: number;
  readonly sealed: Buffer;
  /** Is in real time; the key is no longer claimed from then on. */
  readonly at: Date;
}
