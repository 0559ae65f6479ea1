/** The types that all receivers share. */
export type { VerifiedDelivery } from '../webhooks/delivery.ts';
export type { Refusal, RefusalReason } from '../webhooks/refusal.ts';
export type { ReceiverOptions } from './receive.ts';
export type { SeenDeliveries, Taken } from './seen-deliveries.ts';
