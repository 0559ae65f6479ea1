import { type WebhookBucketKey, webhookBucketKey } from '../deliveries/webhook-bucket-key.ts';
import type { Bucket } from '../pacing/pacing.ts';

/** Returns the bucket of an event type. */
export function webhookBucket(tenantId: string, eventType: string, limits: WebhookLimits): Bucket & { readonly key: WebhookBucketKey } {
  const key = webhookBucketKey(eventType);
  return { owner: tenantId, key, limit: key === 'call-events' ? limits.callEventsPerMinute : limits.textEventsPerMinute };
}

export interface WebhookLimits {
  readonly callEventsPerMinute: number;
  readonly textEventsPerMinute: number;
}
