import { setImmediate as nextTurn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import type { AddressGuard } from '../network/address-guard.ts';
import type { Target } from '../network/connector.ts';
import { isPublicAddress } from '../network/public-address.ts';
import type { AnswerHandler, OutgoingRequest } from './connection.ts';
import { OriginConnections } from './origin-connections.ts';

/** `allowed` is an address that is not public and that the operator's configuration lets through. */
export type AddressKind = `${'public' | 'allowed'} ${'IPv4' | 'IPv6'}`;

export interface DeliveryAgentOptions {
  /** Called when a connection was opened without TLS, with a full handshake, or with a resumed session. */
  readonly onOpened?: (tls: 'none' | 'full' | 'resumed') => void;
  /** Called when an origin that was full can take a request again. */
  readonly onRoom?: () => void;
  readonly connectionsPerOrigin?: number;
  readonly connections?: number;
}

/**
 * Sends deliveries over connections that are kept alive and pooled by origin (`D-63`). Each carries one request at a time, and
 * their number is bounded for an origin and in all. Redirects are not followed, and proxies from the environment are not used.
 */
export class DeliveryAgent {
  readonly #guard: Pick<AddressGuard, 'connect'>;
  readonly #options: Required<DeliveryAgentOptions>;
  /** The least recently used origin stands first. */
  readonly #origins = new Map<string, Origin>();
  /** All pools that have connections, including those that are forgotten and still busy. */
  readonly #begun = new Set<OriginConnections>();
  #open = 0;

  constructor(guard: Pick<AddressGuard, 'connect'>, options: DeliveryAgentOptions = {}) {
    this.#guard = guard;
    this.#options = { ...usualOptions, ...options };
  }

  dispatch(origin: string, request: OutgoingRequest, handler: AnswerHandler): void {
    const known = this.#origins.get(origin) ?? this.#begin(origin);
    this.#origins.delete(origin);
    this.#origins.set(origin, known);
    known.pool.dispatch(request, handler);
  }

  /** True if so many requests to this origin and one more would be sent at once. A request that waits for a connection wastes its deadline. */
  hasRoom(origin: string, besides = 0): boolean {
    return (this.#origins.get(origin)?.pool.room ?? this.#options.connectionsPerOrigin) > besides;
  }

  /** Returns the kind of address that the origin's newest connection goes to. The address itself is never told. */
  addressOf(origin: string): AddressKind | null {
    return this.#origins.get(origin)?.address ?? null;
  }

  get open(): number {
    return this.#open;
  }

  /** Cuts off all requests under way. */
  async destroy(): Promise<void> {
    for (const pool of this.#begun) pool.destroy();
    // Their sockets are closed in the turns that follow.
    while (this.#open > 0) await nextTurn();
  }

  #begin(origin: string): Origin {
    const pool = new OriginConnections(origin, {
      limit: this.#options.connectionsPerOrigin,
      connect: (target, callback) => this.#connect(known, target, callback),
      onRoom: this.#options.onRoom,
      onOpen: () => {
        this.#open += 1;
        this.#makeRoom();
      },
      onClose: () => {
        this.#open -= 1;
      },
      onGone: () => {
        this.#begun.delete(pool);
        if (this.#origins.get(origin) === known) this.#origins.delete(origin);
      },
    });
    const known: Origin = { pool, address: null };
    this.#begun.add(pool);
    return known;
  }

  #connect(origin: Origin, target: Target, callback: buildConnector.Callback): void {
    this.#guard.connect(target, (...answer) => {
      const [, socket] = answer;
      if (socket) {
        origin.address = kindOf(socket.remoteAddress ?? '');
        this.#options.onOpened(socket instanceof TLSSocket ? (socket.isSessionReused() ? 'resumed' : 'full') : 'none');
      }
      callback(...answer);
    });
  }

  #makeRoom(): void {
    const [oldest] = this.#origins;
    if (this.#open <= this.#options.connections || !oldest) return;
    const [origin, { pool }] = oldest;
    this.#origins.delete(origin);
    pool.close();
  }
}

interface Origin {
  readonly pool: OriginConnections;
  address: AddressKind | null;
}

const kindOf = (address: string): AddressKind =>
  `${isPublicAddress(address) ? 'public' : 'allowed'} ${address.includes(':') ? 'IPv6' : 'IPv4'}`;

const usualOptions: Required<DeliveryAgentOptions> = {
  onOpened: () => {},
  onRoom: () => {},
  // A quarter of a process's attempt slots. Many tenants may have endpoints at one origin, and each endpoint has its own cap.
  connectionsPerOrigin: 256,
  // A connection for every attempt slot of a process, and as many idle ones.
  connections: 2_048,
};
