import { promises as dns, type LookupAddress, lookup as systemLookup } from 'node:dns';
import { hostsFile } from './hosts-file.ts';

/**
 * From a host's name to all of its addresses. DNS is asked directly (c-ares), both families at once: the system's resolver
 * blocks a thread of the few that all of Node shares for as long as a name server stays silent, and any tenant can own
 * a silent name server. What c-ares knows nothing of is left to the system: the hosts file, names of one label, and, where
 * the operator lets webhooks into the private network, names that DNS does not have (search domains, mDNS).
 */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** `ttl` in seconds, where the answer came from DNS. */
export type ResolvedAddress = LookupAddress & { readonly ttl?: number };

export interface ResolverOptions {
  /** `192.0.2.53` or `192.0.2.53:5353`; none: what /etc/resolv.conf says. */
  readonly servers: readonly string[];
  /** Whether names of the private network are any use here. */
  readonly knowsPrivateNames: boolean;
  readonly hosts?: { has(host: string): Promise<boolean> };
}

export function resolver({ servers, knowsPrivateNames, hosts = hostsFile() }: ResolverOptions): Resolve {
  const channel = freshChannel(servers);
  const ask: Resolve = async (host) => {
    if (!host.includes('.') || (await hosts.has(host))) return askSystem(host);
    try {
      return await askDns(channel(), host);
    } catch (error) {
      if (knowsPrivateNames && error instanceof NoAddress && error.code === 'ENOTFOUND') return askSystem(host);
      throw error;
    }
  };
  return withinBudget(ask);
}

/** With the codes of `getaddrinfo`, whoever was asked: `ENOTFOUND` is an answer, `EAI_AGAIN` is the want of one. */
class NoAddress extends Error {
  override readonly name = 'NoAddress';
  readonly code: 'ENOTFOUND' | 'EAI_AGAIN';

  constructor(code: NoAddress['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const askSystem: Resolve = (host) =>
  new Promise((fulfil, reject) => systemLookup(host, { all: true }, (error, answers) => (error ? reject(error) : fulfil(answers))));

/**
 * IPv4 first: a receiver that has both surely listens there. One family that fails is no matter while the other has
 * answers, since there are name servers that choke on AAAA; nothing is connected to that was not among the answers.
 */
async function askDns(channel: dns.Resolver, host: string): Promise<readonly ResolvedAddress[]> {
  const [a, aaaa] = await Promise.allSettled([channel.resolve4(host, { ttl: true }), channel.resolve6(host, { ttl: true })]);
  const answers = [
    ...(a.status === 'fulfilled' ? a.value.map((record) => ({ ...record, family: 4 })) : []),
    ...(aaaa.status === 'fulfilled' ? aaaa.value.map((record) => ({ ...record, family: 6 })) : []),
  ];
  if (answers.length > 0) return answers;
  const codes = [a, aaaa].map((answer) => (answer.status === 'rejected' ? answer.reason.code : 'ENODATA'));
  throw codes.every((code) => saysNo.has(code)) ? new NoAddress('ENOTFOUND', 'no addresses') : new NoAddress('EAI_AGAIN', codes.join(', '));
}

/** The name does not exist, has no address, or cannot exist. All else (`ETIMEOUT`, `ESERVFAIL`) may be better in a minute. */
const saysNo: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** c-ares reads resolv.conf when a channel is made: a new one each minute notices that the network has changed. */
function freshChannel(servers: readonly string[]): () => dns.Resolver {
  let made: { readonly channel: dns.Resolver; readonly until: number } | null = null;
  return () => {
    const now = performance.now();
    if (made && now < made.until) return made.channel;
    const channel = new dns.Resolver({ timeout: firstTryMs, tries: 2 });
    if (servers.length > 0) channel.setServers(servers);
    made = { channel, until: now + channelMs };
    return channel;
  };
}

const channelMs = 60_000;
/** c-ares doubles it for the second try: both fit the budget. */
const firstTryMs = 600;
const budgetMs = 2_000;

function withinBudget(resolve: Resolve): Resolve {
  return (host) =>
    new Promise((fulfil, reject) => {
      const timer = setTimeout(() => reject(new NoAddress('EAI_AGAIN', 'the resolver did not answer in time')), budgetMs);
      resolve(host)
        .then(fulfil, reject)
        .finally(() => clearTimeout(timer));
    });
}
