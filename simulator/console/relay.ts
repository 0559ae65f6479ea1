import { Agent, request as send } from 'undici';
import { refusal } from '../control-api.ts';
import type { LinkedService } from './linked-service.ts';

/**
 * An operation of the service that the console may use; no others are passed on. The simulator adds the key, and passes
 * the body and the answer on unchanged.
 */
interface Relayed {
  readonly method: 'GET' | 'POST';
  /** Is the path below `/console`. */
  readonly path: string;
  readonly api: 'public' | 'operator';
  /** Is the path at the service; `{id}` comes from the page, `{tenantId}` from the link. */
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
  /** Passes a request on. Returns null if no operation belongs to this path below `/console`. */
  relay(method: string, path: string, body: string, service: LinkedService | null): Promise<Response> | null;
  close(): Promise<void>;
}

/** A replay answers when its attempt is over, which may take 10 s. */
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

/** Returns the `{id}` of the path, '' if the pattern has none, or null for another path. */
function idIn(path: string, pattern: string): string | null {
  const [before = '', after = ''] = pattern.split('{id}');
  if (!pattern.includes('{id}')) return path === pattern ? '' : null;
  const id = path.startsWith(before) && path.endsWith(after) ? path.slice(before.length, path.length - after.length) : '';
  // An id that leads elsewhere (`..`, `%2e`) is refused: the key must not open another operation.
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

/** Returns the address and the secret, or a sentence if one is missing. */
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
