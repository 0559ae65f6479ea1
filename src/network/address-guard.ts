import { isIP, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Clock } from '../process/clock.ts';
import { cached } from './answer-cache.ts';
import { connector } from './connector.ts';
import { addressList, isPublicAddress } from './public-address.ts';
import { type Resolve, type ResolvedAddress, resolver } from './resolver.ts';

/**
 * Protects the private network from tenants' URLs. It judges a URL's host when an endpoint is created. At every
 * connection it judges again the addresses that the socket will use, so a name whose addresses change in between gains
 * nothing. All answers must be public: a name with a public and a private address is an attack or a mistake. The caller
 * never learns which address was refused.
 */
export interface AddressGuard {
  /**
   * Judges a URL's host by its present addresses. A name that does not resolve passes, since every connection is judged
   * again.
   */
  judge(url: URL): Promise<'public' | 'private_address'>;
  /** Connects undici to permitted addresses only, and otherwise fails with `BlockedAddress`. */
  readonly connect: buildConnector.connector;
}

export interface AddressGuardOptions {
  /** Lists CIDRs that are exempt (`RINGPOST_ALLOW_PRIVATE_WEBHOOKS`). */
  readonly allowedPrivate: readonly string[];
  readonly clock: Clock;
  /** Limits DNS, TCP and TLS together; the attempt's own deadline bounds it as well. */
  readonly connectTimeoutMs: number;
  /** Lists name servers to use instead of the system's (`RINGPOST_DNS_SERVERS`). */
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

  /** Tells if no address of a host could be permitted, so that it need not be resolved. */
  const isHopeless = (host: string): boolean => !knowsPrivateNames && isPrivateName(host);

  /** Returns the reason to refuse these addresses, or null. */
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

  // Node asks for all addresses if it tries the families in turn, and otherwise for one.
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
      // Neither undici nor net calls `lookup` for a literal address.
      const host = target.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) && !isGood(host)) return callback(new BlockedAddress('literal'), null);
      return connect(target, callback);
    },
  };
}

/** Returns the host without IPv6 brackets and without the final dot of a complete name. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/**
 * Tells if a name has meaning only inside a network. Such a name is permitted only if all its addresses are expressly
 * allowed.
 */
function isPrivateName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || privateEndings.some((ending) => name.endsWith(ending)) || name === 'metadata.google.internal';
}

const privateEndings = ['.localhost', '.local', '.internal', '.home.arpa'] as const;
