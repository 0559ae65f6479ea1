import { isIP, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Clock } from '../process/clock.ts';
import { cached } from './answer-cache.ts';
import { connector } from './connector.ts';
import { addressList, isPublicAddress } from './public-address.ts';
import { type Resolve, type ResolvedAddress, resolver } from './resolver.ts';

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
  /** Name servers to ask instead of the system's (`RINGPOST_DNS_SERVERS`). */
  readonly dnsServers?: readonly string[];
  readonly resolve?: Resolve;
  readonly secureContext?: SecureContext;
}

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
  const knowsPrivateNames = options.allowedPrivate.length > 0;
  const resolve = cached(options.resolve ?? resolver({ servers: options.dnsServers ?? [], knowsPrivateNames }), options.clock);

  /** Nothing that it might resolve to could be good, so nobody is asked. */
  const isHopeless = (host: string): boolean => !knowsPrivateNames && isPrivateName(host);

  /** Why these answers may not be connected to; null where they may. */
  const objection = (host: string, addresses: readonly string[]): BlockedAddress['reason'] | null => {
    if (isPrivateName(host) && !addresses.every(isAllowedPrivate)) return 'name';
    return addresses.every(isGood) ? null : 'resolved';
  };

  const resolveGood = async (host: string): Promise<readonly ResolvedAddress[]> => {
    if (isHopeless(host)) throw new BlockedAddress('name');
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
  const { connectTimeoutMs: timeoutMs, secureContext } = options;
  const connect = connector({ lookup, timeoutMs, ...(secureContext ? { secureContext } : {}) });

  return {
    async judge(url) {
      const host = hostOf(url);
      if (isIP(host)) return isGood(host) ? 'public' : 'private_address';
      if (isHopeless(host)) return 'private_address';
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
