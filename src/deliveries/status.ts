/**
 * A delivery's states (spec, Webhook delivery status). `pending`: never tried and due at once. `retrying`: waits for a
 * time, its next attempt's or the slot that its bucket gave it. `success` and `failed` are final until someone replays.
 */
export type DeliveryStatus = 'pending' | 'retrying' | 'success' | 'failed';

export const isFinal = (status: DeliveryStatus): boolean => status === 'success' || status === 'failed';
