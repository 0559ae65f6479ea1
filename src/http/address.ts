import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Finds the IP address that a request comes from. `X-Forwarded-For` counts as far as trusted proxies wrote it. */
export type AddressOf = (request: Sent) => string;

/** A request, or bytes on a socket that never became one and so have no headers. */
export interface Sent {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
}

export function addressReader(trustedProxies: readonly string[]): AddressOf {
  const trusted = trustedProxies.map(rangeOf);
  return (request) => {
    const direct = request.socket.remoteAddress ?? '';
    if (trusted.length === 0 || !isTrusted(direct, trusted)) return owner(direct);
    const forwarded = [request.headers['x-forwarded-for'] ?? []]
      .flat()
      .join(',')
      .split(',')
      .map((text) => text.trim().replace(withPort, '$1$2'))
      .filter(Boolean);
    // Each proxy appends the address it saw, so the last address that is not a trusted proxy is the caller's.
    const caller = forwarded.findLast((address) => !isTrusted(address, trusted));
    return owner(caller !== undefined && ipaddr.isValid(caller) ? caller : direct);
  };
}

/** Some proxies write the port too: `198.51.100.1:51234`, `[2001:db8::1]:51234`. */
const withPort = /^(?:\[(.*)\]|([^:]*))(?::\d+)?$/;

/** Parses a trusted proxy: a range (`10.0.0.0/8`) or a single address. */
function rangeOf(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isTrusted(text: string, trusted: readonly Range[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return trusted.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
}

/**
 * Returns the owner of a budget: an IPv4 address, or an IPv6 network of 64 bits, since the holder of one address has
 * the whole network.
 */
function owner(text: string): string {
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
