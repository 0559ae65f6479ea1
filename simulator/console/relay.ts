import { Agent, request as send } from 'undici';
import { refusal } from '../control-api.ts';
import type { LinkedService } from './linked-service.ts';

/**
 * What the console may ask of the service, and nothing else. Each operation is one of a document of the service; the
 * simulator adds the key, passes the body on, and passes the answer back as it is.
 */
interface Relayed {
  readonly method: 'GET' | 'POST';
  /** Below `/console`. */
  readonly path: string;
  readonly api: 'public' | 'operator';
  /** At the service; `{id}` is the page's, `{tenantId}` the link's. */
  readonly target: string;
}

const relayed: readonly Relayed[] = [
  { method: 'GET', path: '/agents', api: 'public', target: '/agents' },
  { method: 'POST', path: '/calls', api: 'public', target: '/calls' },
  { method: 'GET', path: '/calls/{id}', api: 'public', target: '/calls/{id}' },
  { method: 'POST', path: '/calls/{id}/end', api: 'public', target: '/calls/{id}/end' },
  { method: 'POST', path: '/deliveries/{id}/retry', api: 'public', target: '/webhook-deliveries/{id}/retry' },
  { method: 'GET', path: '/deliveries/{id}', api: 'operator', target: '/deliveries/{id}' },
  { method: 'GET', path: '/phone-numbers', api: 'operator', target: '/tenants/{tenantId}/phone-numbers' },
  { method: 'POST', path: '/texts', api: 'operator', target: '/tenants/{tenantId}/messages' },
  { method: 'GET', path: '/clock', api: 'operator', target: '/clock' },
  { method: 'POST', path: '/clock/advance', api: 'operator', target: '/clock/advance' },
];

export interface Relay {
  /** Null where nothing is relayed at this path below `/console`. */
  relay(method: string, path: string, body: string, service: LinkedService | null): Promise<Response> | null;
  close(): Promise<void>;
}

/** A replay answers when its attempt is over, which may be 10 s away. */
const patienceMs = 30_000;

export function newRelay(): Relay {
  const agent = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs, connections: 16 });
  return {
    relay(method, path, body, service) {
      for (const each of relayed) {
        const id = each.method === method ? idIn(path, each.path) : null;
        if (id !== null) return relayTo(each, id, body, service, agent);
      }
      return null;
    },
    close: () => agent.destroy(),
  };
}

/** The `{id}` of the path, '' where the pattern has none, null where it is another path. */
function idIn(path: string, pattern: string): string | null {
  const [before = '', after = ''] = pattern.split('{id}');
  if (!pattern.includes('{id}')) return path === pattern ? '' : null;
  const id = path.startsWith(before) && path.endsWith(after) ? path.slice(before.length, path.length - after.length) : '';
  // An id that leads elsewhere (`..`, `%2e`) is none: the key must not open another operation.
  return /^[A-Za-z0-9_-]{1,100}$/.test(id) ? id : null;
}

async function relayTo(each: Relayed, id: string, body: string, service: LinkedService | null, agent: Agent): Promise<Response> {
  const access = accessTo(each, service);
  if (typeof access === 'string') return refusal(409, 'service_not_linked', access);
  const path = each.target.replace('{id}', id).replace('{tenantId}', encodeURIComponent(service?.tenantId ?? ''));
  try {
    const answer = await send(`${access.base}${path}`, {
      method: each.method,
      dispatcher: agent,
      headers: { authorization: `Bearer ${access.secret}`, ...(body !== '' && { 'content-type': 'application/json' }) },
      ...(body !== '' && { body }),
    });
    const type = answer.headers['content-type'];
    return new Response(await answer.body.text(), {
      status: answer.statusCode,
      headers: { 'content-type': typeof type === 'string' ? type : 'application/json', 'cache-control': 'no-store' },
    });
  } catch (error) {
    const why = error instanceof Error ? error.message || error.name : String(error);
    return refusal(502, 'linked_service_unreachable', `The service at ${access.base.replace(/\/api\/.*/, '')} did not answer: ${why}`);
  }
}

/** A sentence where something is missing. */
function accessTo({ api, target }: Relayed, service: LinkedService | null): { base: string; secret: string } | string {
  if (!service) return 'No service is linked. Start the simulator with --service-url and --service-key.';
  if (api === 'public') {
    if (!service.apiKey) return 'The console has no API key. Start the simulator with --service-key.';
    return { base: `${service.url}/api/v1/public`, secret: service.apiKey };
  }
  if (!service.operatorUrl || !service.operatorToken)
    return 'The console has no access to the operator API. Start the simulator with --operator-url and --operator-token.';
  if (target.includes('{tenantId}') && !service.tenantId)
    return 'The console does not know for which tenant. Start the simulator with --tenant-id.';
  return { base: `${service.operatorUrl}/api/v1/operator`, secret: service.operatorToken };
}
