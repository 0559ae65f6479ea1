import { post, type Schemas } from '../link/api.ts';
import type { Attempt, DeliveryRow } from '../timeline/rows.ts';

/** A delivery as its receiver kept it. */
export type Received = Schemas['Delivery'];

/** Returns the number of bytes that Base64 stands for, without decoding it. */
export const byteLength = ({ bodyBase64 }: Received): number => (bodyBase64.length / 4) * 3 - (/=*$/.exec(bodyBase64)?.[0].length ?? 0);

/** Has the service send a delivery again. */
export const replay = ({ deliveryId }: DeliveryRow): Promise<unknown> => post(`/console/deliveries/${deliveryId}/retry`);

/** An attempt as the service recorded it. */
export interface SentAttempt {
  readonly n: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly errorClass: string | null;
  readonly responseHead: string | null;
}

/** Finds the service's record of an attempt among those that came. What the simulator sent itself is not among its attempts, and it does not count it. */
export function writtenIn(
  records: readonly SentAttempt[],
  { attempt, isOwn }: Attempt,
  { attempts }: Pick<DeliveryRow, 'attempts'>,
): SentAttempt | undefined {
  const ownBefore = attempts.filter((each) => each.isOwn && each.attempt < attempt).length;
  return isOwn ? undefined : records.find(({ n }) => n === attempt - ownBefore);
}

/** A delivery as the service recorded it (`readDelivery` of the operator API), with the fields that are used here. */
export interface SentDelivery {
  readonly status: 'pending' | 'retrying' | 'success' | 'failed';
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextRetryAt: string | null;
  readonly errorMessage: string | null;
}
