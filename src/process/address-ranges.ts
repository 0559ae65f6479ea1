import ipaddr from 'ipaddr.js';
import { ConfigError, type Environment, list } from './environment.ts';

export function addressRanges(env: Environment, name: string): readonly string[] {
  const ranges = list(env, name);
  const wrong = ranges.find((range) => !ipaddr.isValidCIDR(range) && !ipaddr.isValid(range));
  if (wrong !== undefined) throw new ConfigError(`${name} takes a list of addresses and ranges such as 10.0.0.0/8, not "${wrong}".`);
  return ranges;
}

/** Returns a predicate for addresses in such a list. It matches an address by its own family only. */
export function addressList(cidrs: readonly string[]): (address: string) => boolean {
  const ranges = cidrs.map((cidr) => (cidr.includes('/') ? ipaddr.parseCIDR(cidr) : wholeAddress(cidr)));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.parse(address);
    return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
  };
}

/** Returns a single address as a range of its own. */
function wholeAddress(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.parse(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
