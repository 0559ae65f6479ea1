import ipaddr from 'ipaddr.js';

/**
 * Tells if webhooks may reach an address: only globally routable unicast ones (`F-ENDPOINT-03`). It is an allow list,
 * since a private address can be written in more ways than a deny list would cover. An address that does not parse, or
 * is not known to be public, is refused.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? isPublicIpv6(parsed) : isPublicIpv4(parsed);
}

const isPublicIpv4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast' && !isWithin(address, notReallyPublicIpv4);

/** Refuses everything outside `2000::/3`: mapped, compatible (which ipaddr.js calls unicast), SIIT, NAT64, ULA, link-local. */
const isPublicIpv6 = (address: ipaddr.IPv6): boolean =>
  address.match(globalUnicast) && address.range() === 'unicast' && !isWithin(address, notReallyPublicIpv6) && !isIsatap(address);

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Range[]): boolean => ranges.some((range) => address.match(range));

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Azure serves its metadata to its machines at this address, which looks public. */
const notReallyPublicIpv4: readonly Range[] = [ipaddr.parseCIDR('168.63.129.16/32')];

const globalUnicast = ipaddr.parseCIDR('2000::/3');
const notReallyPublicIpv6: readonly Range[] = [
  ipaddr.parseCIDR('2001::/23'), // The range holds Teredo, ORCHID and benchmarking.
  ipaddr.parseCIDR('2001:db8::/32'), // The range is for documentation.
  ipaddr.parseCIDR('2002::/16'), // A 6to4 address contains an IPv4 address.
  ipaddr.parseCIDR('3fff::/20'), // The range is for documentation.
];

/**
 * Recognises ISATAP: an interface id of `0:5efe` or `200:5efe` followed by an IPv4 address tunnels to that address
 * under any prefix.
 */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
