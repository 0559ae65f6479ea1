import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { Clock } from '../clock.ts';
import { addressList, isPublicAddress } from './public-address.ts';

/**
 * Stands between tenants' URLs and our network. When an endpoint is created it judges the URL and what its host resolves
 * to now; at every connection it judges again, on the very addresses that the socket is given, so that a name which
 * changes its mind in between gains nothing. All answers must be good: a name that resolves to a public and a private
 * address is an attack or a mistake. Nobody is told which address was refused.
 */
export interface AddressGuard {
  /** A URL's host, as of now. A name that does not resolve passes: every connection is judged again. */
  judge(url: URL): Promise<'public' | 'private_address'>;
  /** For undici: connects to judged addresses only, and fails with `BlockedAddress` otherwise. */
  readonly connect: buildConnector.connector;
}

export interface AddressGuardOptions {
  /** CIDRs for which the rules lapse (`RINGPOST_ALLOW_PRIVATE_WEBHOOKS`). */
  readonly allowedPrivate: readonly string[];
  readonly clock: Clock;
  /** How long DNS, TCP and TLS may take together; the attempt's own deadline bounds it as well. */
  readonly connectTimeoutMs: number;
  readonly resolve?: Resolve;
}

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
  readonly reason: 'literal' | 'name' | 'resolved';

  constructor(reason: BlockedAddress['reason']) {
    super('blocked address');
    this.reason = reason;
  }
}

export function addressGuard(options: AddressGuardOptions): AddressGuard {
  const isAllowedPrivate = addressList(options.allowedPrivate);
  const isGood = (address: string): boolean => isPublicAddress(address) || isAllowedPrivate(address);
  const resolve = cached(withinBudget(options.resolve ?? resolveBySystem), options.clock);

  /** Why these answers may not be connected to; null where they may. */
  const objection = (host: string, addresses: readonly string[]): BlockedAddress['reason'] | null => {
    if (isPrivateName(host) && !addresses.every(isAllowedPrivate)) return 'name';
    return addresses.every(isGood) ? null : 'resolved';
  };

  const resolveGood = async (host: string): Promise<readonly LookupAddress[]> => {
    const answers = await resolve(host);
    if (answers.length === 0) throw Object.assign(new Error('no addresses'), { code: 'ENOTFOUND' });
    const reason = objection(
      host,
      answers.map(({ address }) => address),
    );
    if (reason) throw new BlockedAddress(reason);
    return answers;
  };

  // Node asks for all answers where it tries the families in turn, and for one where it does not.
  const lookup: LookupFunction = (host, { all }, callback) => {
    resolveGood(host).then(
      (answers) => (all ? callback(null, [...answers]) : callback(null, answers[0]?.address ?? '', answers[0]?.family)),
      (error: Error) => callback(error, []),
    );
  };
  const connect = buildConnector({ lookup, timeout: options.connectTimeoutMs, keepAlive: true, allowH2: false });

  return {
    async judge(url) {
      const host = hostOf(url);
      if (isIP(host)) return isGood(host) ? 'public' : 'private_address';
      const addresses = await resolve(host).then(
        (answers) => answers.map(({ address }) => address),
        () => null,
      );
      if (addresses === null || addresses.length === 0) return isPrivateName(host) ? 'private_address' : 'public';
      return objection(host, addresses) ? 'private_address' : 'public';
    },
    connect(target, callback) {
      // Neither undici nor net asks `lookup` about a literal.
      const host = target.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !isGood(host)) return callback(new BlockedAddress('literal'), null);
      return connect(target, callback);
    },
  };
}

/** Without the brackets of IPv6 and the one dot that a complete name may end with. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** Names that mean something only inside a network. They lapse only where all that they resolve to is expressly allowed. */
function isPrivateName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || privateEndings.some((ending) => name.endsWith(ending)) || name === 'metadata.google.internal';
}

const privateEndings = ['.localhost', '.local', '.internal', '.home.arpa'] as const;

/** The system's own resolver: unlike c-ares it knows the hosts file and search domains. */
const resolveBySystem: Resolve = (host) =>
  new Promise((fulfil, reject) => systemLookup(host, { all: true }, (error, answers) => (error ? reject(error) : fulfil(answers))));

const resolveBudgetMs = 2_000;

function withinBudget(resolve: Resolve): Resolve {
  return (host) =>
    new Promise((fulfil, reject) => {
      const timer = setTimeout(
        () => reject(Object.assign(new Error('the resolver did not answer in time'), { code: 'EAI_AGAIN' })),
        resolveBudgetMs,
      );
      resolve(host)
        .then(fulfil, reject)
        .finally(() => clearTimeout(timer));
    });
}

/** Long enough to spare the resolver a burst, short enough that nobody waits for a changed record. */
const cacheMs = 5_000;
const cacheSize = 10_000;

/** Remembers answers, not failures; questions asked at once become one. */
function cached(resolve: Resolve, clock: Clock): Resolve {
  const answers = new Map<string, { readonly until: number; readonly answer: Promise<readonly LookupAddress[]> }>();
  return (host) => {
    const now = clock.realNow().getTime();
    const known = answers.get(host);
    if (known && known.until > now) return known.answer;
    if (answers.size >= cacheSize) answers.clear();
    const answer = resolve(host);
    const entry = { until: now + cacheMs, answer };
    answers.set(host, entry);
    answer.catch(() => {
      if (answers.get(host) === entry) answers.delete(host);
    });
    return answer;
  };
}
