import type { Bucket } from '../pacing/pacing.ts';

/** Spec, Limits: webhook rate bucket 2 is for what becomes of texts, bucket 1 for everything else. */
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
