import type { NewEndpoint } from './endpoints.ts';
import { maskSigningSecret } from './signing-secret.ts';

/** Shows an endpoint to callers. The signing secret is masked unless its text is given. */
export const endpointView = (row: Omit<NewEndpoint, 'secret'>, signingSecret = maskSigningSecret(row.secret_last4)) => ({
  id: row.id,
  name: row.name,
  url: row.url,
  method: row.method,
  headers: row.headers,
  signingSecret,
  isActive: row.is_active,
  standardWebhooks: row.standard_webhooks,
  createdAt: row.created_at.toISOString(),
});
