import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../process/config.ts';

/**
 * Returns the reason to refuse a request by its `Host`, or null. A page in an operator's browser can point its own name
 * at this listener (DNS rebinding) and would then read pages that need no token. That is impossible for an IP address
 * and for `localhost`. Other names are settings. Browsers always send `Host`.
 */
export function whyUnknownHost(config: Pick<Config, 'operatorHost' | 'operatorAllowedHosts'>): (request: IncomingMessage) => string | null {
  const known = new Set(['localhost', config.operatorHost, ...config.operatorAllowedHosts].map((name) => name.toLowerCase()));
  return ({ headers: { host } }) => {
    if (host === undefined) return null;
    const [, address = '', name = ''] = /^(?:\[(.*)\]|([^:]*))(?::\d+)?$/.exec(host) ?? [];
    if (isIP(address) === 6 || isIP(name) === 4 || known.has(name.toLowerCase())) return null;
    return 'The operator listener answers to IP addresses, to localhost and to the names in OPERATOR_ALLOWED_HOSTS.';
  };
}
