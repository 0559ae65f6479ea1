import { promises as dns, getServers } from 'node:dns';
import type { Config } from '../../src/process/config.ts';
import { fault, good, type Seen } from './finding.ts';

/** RFC 6761 guarantees that this name does not exist, so every working server answers "no such name". */
const nobody = 'ringpost.invalid';

/** Asks each name server separately: a silent one delays every look-up until the next is tried. */
export async function nameServers({ dnsServers }: Config): Promise<readonly Seen[]> {
  const servers = dnsServers.length > 0 ? dnsServers : getServers();
  const seen = await Promise.all(servers.map(judge));
  const bad = seen.filter((one) => one !== null);
  return bad.length > 0 ? bad : [good(servers.join(', '))];
}

async function judge(server: string): Promise<Seen | null> {
  const resolver = new dns.Resolver({ timeout: 1_500, tries: 1 });
  resolver.setServers([server]);
  try {
    await resolver.resolve4(nobody);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOTFOUND' || code === 'ENODATA') return null;
    return fault(
      `The name server ${server} does not answer (${code}).`,
      'Webhooks to names wait for it: take it out of RINGPOST_DNS_SERVERS or /etc/resolv.conf, or open UDP port 53 to it.',
    );
  }
}
