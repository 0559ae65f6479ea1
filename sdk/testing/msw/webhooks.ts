import { endpointLimitReached } from '../../../src/errors.ts';
import { maxWebhookEndpoints } from '../../../src/process/limits.ts';
import { endpointView } from '../../../src/webhooks/endpoint.ts';
import { admitHeaders, admitUrl } from '../../../src/webhooks/endpoint-rules.ts';
import { lastFourOf, newSigningSecret } from '../../../src/webhooks/signing-secret.ts';
import { healthView } from '../../../src/webhooks/slowed-endpoints.ts';
import type { Account, Endpoint, Operation } from './account.ts';

/** Implements POST /webhooks, the only operation that shows the whole signing secret. */
export const createWebhookEndpoint: Operation<'createWebhookEndpoint'> = async ({ objects, newId, time }, { body }) => {
  const signingSecret = newSigningSecret();
  const endpoint: Endpoint = {
    id: newId('whe'),
    tenant_id: 'mock',
    name: body.name,
    headers: admitHeaders(body.headers ?? {}, body.standardWebhooks),
    url: await admitUrl(body.url, { production: false, guard: everythingIsPublic }),
    method: body.method ?? 'POST',
    secret_last4: lastFourOf(signingSecret),
    signingSecret,
    is_active: body.isActive ?? true,
    standard_webhooks: body.standardWebhooks ?? false,
    created_at: time.now(),
    slowed_since: null,
    slowed_reason: null,
  };
  if (objects.webhooks.size >= maxWebhookEndpoints) throw endpointLimitReached(maxWebhookEndpoints);
  objects.webhooks.set(endpoint.id, endpoint);
  return { endpoint: endpointView(endpoint, signingSecret) };
};

export const listWebhookEndpoints: Operation<'listWebhookEndpoints'> = ({ objects }) => ({
  endpoints: [...objects.webhooks.values()].map((each) => ({ ...endpointView(each), health: healthView(each) })),
});

/** Deletes the endpoint with its triggers and its waiting deliveries. */
export const deleteWebhookEndpoint: Operation<'deleteWebhookEndpoint'> = ({ objects }, { path }) => {
  const { id } = objects.webhooks.one(path.id);
  objects.webhooks.delete(id);
  forget(objects, id);
  return undefined;
};

function forget({ 'automation-triggers': triggers, 'webhook-deliveries': deliveries }: Account['objects'], endpointId: string): void {
  for (const trigger of [...triggers.values()]) if (trigger.webhook_endpoint_id === endpointId) triggers.delete(trigger.id);
  for (const { row } of [...deliveries.values()])
    if (row.endpoint_id === endpointId && (row.status === 'pending' || row.status === 'retrying')) deliveries.delete(row.id);
}

/** A test's receiver has a private address, or a handler takes its place. */
const everythingIsPublic = { judge: async () => 'public' as const };
