/** Returns which of a tenant's buckets an event type is in: one for `sms.delivered` and `sms.failed` (`L-BUCKET-02`), one for all others (`L-BUCKET-01`). */
export const webhookBucketKey = (eventType: string): WebhookBucketKey =>
  eventType === 'sms.delivered' || eventType === 'sms.failed' ? 'text-events' : 'call-events';

export type WebhookBucketKey = 'call-events' | 'text-events';
