import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import { addressList } from '../process/address-list.ts';

/** Finds the IP address that a request comes from. `X-Forwarded-For` counts as far as trusted proxies wrote it. */
export type AddressOf = (request: Sent) => string;

/** A request, or bytes on a socket that never became one and so have no headers. */
export interface Sent {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

export function addressReader(trustedProxies: readonly string[]): AddressOf {
  const isTrusted = addressList(trustedProxies.map(unmapped));
  return (request) => {
    const direct = unmapped(request.socket.remoteAddress ?? '');
    if (!isTrusted(direct)) return owner(direct);
    const forwarded = [request.headers['x-forwarded-for'] ?? []]
      .flat()
      .join(',')
      .split(',')
      .map((text) => unmapped(text.trim().replace(withPort, '$1$2')))
      .filter(Boolean);
    // Each proxy appends the address it saw, so the last address that is not a trusted proxy is the caller's.
    const caller = forwarded.findLast((address) => !isTrusted(address));
    return owner(caller !== undefined && ipaddr.isValid(caller) ? caller : direct);
  };
}

/** Some proxies write the port too: `198.51.100.1:51234`, `[2001:db8::1]:51234`. */
const withPort = /^(?:\[(.*)\]|([^:]*))(?::\d+)?$/;

/** Returns an IPv4 address that is written as an IPv6 one as what it is, and all other text as it came. */
const unmapped = (text: string): string => (text.includes(':') && ipaddr.isValid(text) ? ipaddr.process(text).toString() : text);

/**
 * Returns the owner of a budget: an IPv4 address, or an IPv6 network of 64 bits, since the holder of one address has
 * the whole network.
 */
function owner(text: string): string {
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.parse(text);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
