import { isIP, type LookupFunction } from 'node:net';
import type { SecureContext } from 'node:tls';
import { addressList } from '../process/address-list.ts';
import type { Clock } from '../process/clock.ts';
import { cached } from './answer-cache.ts';
import { type Connect, connector } from './connector.ts';
import { isPublicAddress } from './public-address.ts';
import { type Resolve, type ResolvedAddress, resolver } from './resolver.ts';

/**
 * Protects the private network from tenants' URLs. It judges a URL's host when an endpoint is created. At every
 * connection it judges again the addresses that the socket will use, so a name whose addresses change in between gains
 * nothing. All answers must be public: a name with a public and a private address is an attack or a mistake. The caller
 * never learns which address was refused.
 */
export class AddressGuard {
  readonly #isAllowedPrivate: (address: string) => boolean;
  readonly #knowsPrivateNames: boolean;
  readonly #resolve: Resolve;
  readonly #connectGood: Connect;

  constructor({ allowedPrivate, clock, connectTimeoutMs, dnsServers = [], resolve, secureContext }: AddressGuardOptions) {
    this.#isAllowedPrivate = addressList(allowedPrivate);
    this.#knowsPrivateNames = allowedPrivate.length > 0;
    this.#resolve = cached(resolve ?? resolver({ servers: dnsServers, knowsPrivateNames: this.#knowsPrivateNames }), clock);
    this.#connectGood = connector({ lookup: this.#lookup, timeoutMs: connectTimeoutMs, ...(secureContext && { secureContext }) });
  }

  /**
   * Judges a URL's host by its present addresses. A name that does not resolve passes, since every connection is judged
   * again.
   */
  async judge(url: URL): Promise<'public' | 'private_address'> {
    const host = hostOf(url);
    if (isIP(host)) return this.#isGood(host) ? 'public' : 'private_address';
    if (this.#isHopeless(host)) return 'private_address';
    const addresses = await this.#resolve(host).then(addressesOf, () => null);
    if (addresses === null || addresses.length === 0) return isPrivateName(host) ? 'private_address' : 'public';
    return this.#objection(host, addresses) ? 'private_address' : 'public';
  }

  /** Connects to permitted addresses only, and otherwise fails with `BlockedAddress`. */
  readonly connect: Connect = (target, callback) => {
    // Neither undici nor net calls `lookup` for a literal address.
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !this.#isGood(host)) return callback(new BlockedAddress('literal'), null);
    return this.#connectGood(target, callback);
  };

  // Node asks for all addresses if it tries the families in turn, and otherwise for one.
  readonly #lookup: LookupFunction = (host, { all }, callback) => {
    this.#resolveGood(host).then(
      (answers) => (all ? callback(null, [...answers]) : callback(null, answers[0]?.address ?? '', answers[0]?.family)),
      (error: Error) => callback(error, []),
    );
  };

  async #resolveGood(host: string): Promise<readonly ResolvedAddress[]> {
    if (this.#isHopeless(host)) throw new BlockedAddress('name');
    const answers = await this.#resolve(host);
    if (answers.length === 0) throw Object.assign(new Error('no addresses'), { code: 'ENOTFOUND' });
    const reason = this.#objection(host, addressesOf(answers));
    if (reason) throw new BlockedAddress(reason);
    return answers;
  }

  /** Tells if no address of a host could be permitted, so that it need not be resolved. */
  #isHopeless(host: string): boolean {
    return !this.#knowsPrivateNames && isPrivateName(host);
  }

  /** Returns the reason to refuse these addresses, or null. */
  #objection(host: string, addresses: readonly string[]): BlockedAddress['reason'] | null {
    if (isPrivateName(host) && !addresses.every(this.#isAllowedPrivate)) return 'name';
    return addresses.every((address) => this.#isGood(address)) ? null : 'resolved';
  }

  #isGood(address: string): boolean {
    return isPublicAddress(address) || this.#isAllowedPrivate(address);
  }
}

const addressesOf = (answers: readonly ResolvedAddress[]): readonly string[] => answers.map(({ address }) => address);

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
