/**
 * The states of a delivery (`F-DELIVERY-04`). A `pending` one was never attempted and is due at once. A `retrying` one waits for the
 * time of its next attempt or for the go-at time that its bucket gave it. `success` and `failed` are final until a replay.
 */
export type DeliveryStatus = 'pending' | 'retrying' | 'success' | 'failed';

export const isFinal = (status: DeliveryStatus): boolean => status === 'success' || status === 'failed';
