/** The types that both kinds of verification share. */
export type { VerifiedDelivery, VerifyResult } from './delivery.ts';
export type { CallCompleted, LeadQualified, SmsDelivered, SmsFailed, SmsReceived, UnknownEvent, WebhookEvent } from './events.ts';
export type { DeliveryRequest, VerifyOptions } from './options.ts';
export type { Refusal, RefusalReason } from './refusal.ts';
export type { DeliveryHeaders } from './signed-headers.ts';
export type { SignedRequest, SignOptions } from './signed-request.ts';
