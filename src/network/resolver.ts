import { promises as dns, type LookupAddress, lookup as systemLookup } from 'node:dns';
import { hostsFile } from './hosts-file.ts';

/**
 * Resolves a host's name to all its addresses. It asks DNS directly (c-ares) for both families at once. The system's
 * resolver would block one of Node's few shared threads while a name server is silent, and any tenant can own a silent
 * name server. Names that c-ares does not know are left to the system: the hosts file, names of one label, and, if
 * webhooks may enter the private network, names outside DNS (search domains, mDNS).
 */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/** An address, with its `ttl` in seconds if it came from DNS. */
export type ResolvedAddress = LookupAddress & { readonly ttl?: number };

export interface ResolverOptions {
  /** Lists `192.0.2.53` or `192.0.2.53:5353`; an empty list means /etc/resolv.conf. */
  readonly servers: readonly string[];
  /** Is true if names of the private network may be used. */
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

/**
 * Thrown with the codes of `getaddrinfo`, whichever resolver was asked: `ENOTFOUND` is an answer, `EAI_AGAIN` the lack
 * of one.
 */
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
 * Returns IPv4 addresses first, since a receiver with both families surely listens there. If one family fails the
 * other's answers are enough, since some name servers fail on AAAA. Connections go only to addresses among the answers.
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

/** The name does not exist, has no address, or cannot exist. Other errors (`ETIMEOUT`, `ESERVFAIL`) may be temporary. */
const saysNo: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** Makes a new channel each minute, since c-ares reads resolv.conf only when a channel is made. */
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
/** c-ares doubles it for the second try, and both fit the time budget. */
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
