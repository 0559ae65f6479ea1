import type { Schemas } from '../link/api.ts';

/** A delivery as its receiver kept it. */
export type Received = Schemas['Delivery'];

/** What Base64 stands for, without making it. */
export const byteLength = ({ bodyBase64 }: Received): number => (bodyBase64.length / 4) * 3 - (/=*$/.exec(bodyBase64)?.[0].length ?? 0);

/** An attempt as the service wrote it down. */
export interface SentAttempt {
  readonly n: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly errorClass: string | null;
  readonly responseHead: string | null;
}

/** What the service wrote down of a delivery (`readDelivery` of the operator API), as far as we use it. */
export interface SentDelivery {
  readonly status: 'pending' | 'retrying' | 'success' | 'failed';
  readonly attempts: number;
  readonly nextRetryAt: string | null;
  readonly errorMessage: string | null;
}
