import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../process/config.ts';

/**
 * Why the operator listener refuses a request by its `Host`; null where it does not. A page in an operator's browser can give a
 * name of its own the address of this listener (DNS rebinding), and would then read what needs no token. An IP address and
 * `localhost` cannot be given away so, other names are settings. No browser leaves `Host` out.
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
