import type { Bucket } from '../pacing/pacing.ts';

/** Returns the bucket of an event type: one for `sms.delivered` and `sms.failed` (`L-BUCKET-02`), one for all others (`L-BUCKET-01`). */
export function webhookBucket(tenantId: string, eventType: string, limits: WebhookLimits): Bucket & { readonly key: WebhookBucketKey } {
  const key = webhookBucketKey(eventType);
  return { owner: tenantId, key, limit: key === 'call-events' ? limits.callEventsPerMinute : limits.textEventsPerMinute };
}

export const webhookBucketKey = (eventType: string): WebhookBucketKey =>
  eventType === 'sms.delivered' || eventType === 'sms.failed' ? 'text-events' : 'call-events';

export type WebhookBucketKey = 'call-events' | 'text-events';

export interface WebhookLimits {
  readonly callEventsPerMinute: number;
  readonly textEventsPerMinute: number;
}
