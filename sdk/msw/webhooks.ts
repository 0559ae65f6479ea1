import { randomBytes } from 'node:crypto';
import { type Account, type Endpoint, type Operation, once } from './account.ts';
import { invalidRequest, Refusal } from './refusal.ts';

/** Implements POST /webhooks, the only operation that shows the whole signing secret. */
export const createWebhookEndpoint: Operation<'createWebhookEndpoint'> = (account, request) =>
  once(account, 'createWebhookEndpoint', request, () => {
    const { name, url, method = 'POST', headers = {}, isActive = true } = request.body;
    const endpoint: Endpoint = {
      id: account.newId('whe'),
      name,
      url: admitted(url),
      method,
      headers: withoutReserved(headers),
      isActive,
      createdAt: account.time.now().toISOString(),
      signingSecret: randomBytes(32).toString('hex'),
    };
    if (account.endpoints.size >= maxEndpoints) throw new Refusal('endpoint_limit_reached');
    account.endpoints.set(endpoint.id, endpoint);
    return { status: 201 as const, body: { endpoint } };
  });

export const listWebhookEndpoints: Operation<'listWebhookEndpoints'> = ({ endpoints }) => ({
  status: 200,
  body: {
    endpoints: [...endpoints.values()].map((each) => ({
      ...each,
      signingSecret: each.signingSecret.slice(-4).padStart(64, '*'),
      health: { state: 'healthy', since: null, reason: null },
    })),
  },
});

/** Deletes the endpoint with its triggers and its waiting deliveries. */
export const deleteWebhookEndpoint: Operation<'deleteWebhookEndpoint'> = (account, { path }) => {
  if (!account.endpoints.delete(path.id)) throw new Refusal('webhook_not_found');
  forget(account, path.id);
  return { status: 204 };
};

function forget({ triggers, deliveries }: Account, endpointId: string): void {
  for (const { id, webhookEndpointId } of [...triggers.values()]) if (webhookEndpointId === endpointId) triggers.delete(id);
  for (const { shown } of [...deliveries.values()]) {
    if (shown.endpoint.id === endpointId && (shown.status === 'pending' || shown.status === 'retrying')) deliveries.delete(shown.id);
  }
}

/** A tenant may have this many endpoints (`L-ENDPOINTS-01`). */
const maxEndpoints = 10;

/** Accepts private addresses: a test's receiver has one, or a handler replaces it. */
function admitted(text: string): string {
  if (!URL.canParse(text)) throw badUrl('unparseable', 'url must be a complete URL.');
  if (/[\p{Cc}\s]/u.test(text)) throw badUrl('characters', 'url must not hold spaces, line breaks or control characters.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw badUrl('unsupported_scheme', 'url must be an https URL.');
  if (url.username || url.password) throw badUrl('credentials', 'url must not hold a user name or a password.');
  return url.href;
}

const badUrl = (reason: string, message: string): Refusal => new Refusal('invalid_webhook_url', { message, details: { reason } });

function withoutReserved(headers: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined)
    throw invalidRequest(`\`headers.${twice}\` is the same header as another.`, [
      { path: `/body/headers/${twice}`, message: 'is the same header as another' },
    ]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !reserved.test(name.replaceAll('_', '-'))));
}

/** These headers are dropped silently (`F-ENDPOINT-06`). */
const reserved =
  /^(host|authorization|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|cookie|forwarded|user-agent|(content-|proxy-|x-forwarded-|x-webhook-).*)$/i;
