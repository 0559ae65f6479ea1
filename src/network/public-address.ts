import ipaddr from 'ipaddr.js';

/**
 * Which addresses webhooks may reach (decisions: only globally routable unicast). An allow list, because the ways to
 * write a private address outnumber what anyone would think to forbid: whatever does not parse, or is not known to be
 * public, is refused.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? isPublicIpv6(parsed) : isPublicIpv4(parsed);
}

/** Addresses that the operator lets through although they are not public: a list of CIDRs. */
export function addressList(cidrs: readonly string[]): (address: string) => boolean {
  const ranges = cidrs.map((cidr) => (cidr.includes('/') ? ipaddr.parseCIDR(cidr) : wholeAddress(cidr)));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.parse(address);
    return ranges.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match(base, bits));
  };
}

/** A bare address stands for itself alone. */
function wholeAddress(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.parse(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}

const isPublicIpv4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast' && !isWithin(address, notReallyPublicIpv4);

/** Everything outside `2000::/3` is refused whole: mapped, compatible (which ipaddr.js calls unicast), SIIT, NAT64, ULA, link-local. */
const isPublicIpv6 = (address: ipaddr.IPv6): boolean =>
  address.match(globalUnicast) && address.range() === 'unicast' && !isWithin(address, notReallyPublicIpv6) && !isIsatap(address);

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly Range[]): boolean => ranges.some((range) => address.match(range));

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Azure serves its metadata here, to the machines inside, on an address that looks like any other. */
const notReallyPublicIpv4: readonly Range[] = [ipaddr.parseCIDR('168.63.129.16/32')];

const globalUnicast = ipaddr.parseCIDR('2000::/3');
const notReallyPublicIpv6: readonly Range[] = [
  ipaddr.parseCIDR('2001::/23'), // Teredo, ORCHID, benchmarking
  ipaddr.parseCIDR('2001:db8::/32'), // documentation
  ipaddr.parseCIDR('2002::/16'), // 6to4: an IPv4 address inside
  ipaddr.parseCIDR('3fff::/20'), // documentation
];

/** An interface id of `0:5efe` or `200:5efe` and then an IPv4 address: a tunnel to that address under any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;
