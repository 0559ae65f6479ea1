export interface KeyOwner {
  readonly tenantId: string;
  readonly apiKeyId: string;
}

/** The right to work under a key. `callId`: what an earlier holder, given up since, had already committed. */
export interface Claim extends KeyOwner {
  readonly operation: string;
  readonly key: string;
  readonly claim: string;
  readonly callId: string | null;
}

/** What a key is to answer. */
export interface Answer extends Pick<Claim, 'apiKeyId' | 'operation' | 'key' | 'claim'> {
  readonly status: number;
  readonly sealed: Buffer;
  /** In real time: nobody is at work under the key from then on. */
  readonly at: Date;
}
