import ipaddr from 'ipaddr.js';

/** Returns a predicate for addresses in a list of addresses and ranges. It matches an address by its own family only. */
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
