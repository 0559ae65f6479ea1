import type { components } from '../../../../src/contract/generated/operator.ts';
import { post, type Schemas } from '../link/api.ts';
import type { Attempt, DeliveryRow } from '../timeline/rows.ts';

type Operator = components['schemas'];

/** A delivery as its receiver kept it. */
export type Received = Schemas['Delivery'];

/** Returns the number of bytes that Base64 stands for, without decoding it. */
export const byteLength = ({ bodyBase64 }: Received): number => (bodyBase64.length / 4) * 3 - (/=*$/.exec(bodyBase64)?.[0].length ?? 0);

/** Has the service send a delivery again. */
export const replay = ({ deliveryId }: DeliveryRow): Promise<unknown> => post(`/console/deliveries/${deliveryId}/retry`);

/** An attempt as the service recorded it. */
export type SentAttempt = Operator['DeliveryAttempt'];

/** Finds the service's record of an attempt among those that came. What the simulator sent itself is not among its attempts, and it does not count it. */
export function writtenIn(
  records: readonly SentAttempt[],
  { attempt, isOwn }: Attempt,
  { attempts }: Pick<DeliveryRow, 'attempts'>,
): SentAttempt | undefined {
  const ownBefore = attempts.filter((each) => each.isOwn && each.attempt < attempt).length;
  return isOwn ? undefined : records.find(({ n }) => n === attempt - ownBefore);
}

/** A delivery as the service recorded it, with the fields that are used here. */
export type SentDelivery = Pick<Operator['DeliveryView'], 'status' | 'attempts' | 'createdAt' | 'nextRetryAt' | 'errorMessage'>;
