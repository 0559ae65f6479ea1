import { TLSSocket } from 'node:tls';
import type { buildConnector, Dispatcher as Undici } from 'undici';
import type { AddressGuard } from '../network/address-guard.ts';
import { isPublicAddress } from '../network/public-address.ts';
import { OriginConnections, type PooledRequest } from './origin-connections.ts';

/**
 * Sends deliveries over connections that are kept alive and pooled by origin (`D-63`). Each carries one request at a time, and
 * their number is bounded for an origin and in all. Redirects are not followed, and proxies from the environment are not used.
 */
export interface DeliveryAgent {
  dispatch(request: DeliveryRequest, handler: Undici.DispatchHandler): void;
  /** True if a request to this origin would be sent at once. A request that waits for a connection wastes its deadline. */
  hasRoom(origin: string): boolean;
  /** Returns the kind of address that the origin's newest connection goes to. The address itself is never told. */
  addressOf(origin: string): AddressKind | null;
  /** The number of connections that are open now. */
  readonly open: number;
  /** Cuts off all requests under way. */
  destroy(): Promise<void>;
}

export type DeliveryRequest = PooledRequest;

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

export function deliveryAgent(guard: Pick<AddressGuard, 'connect'>, options: DeliveryAgentOptions = {}): DeliveryAgent {
  const { onRoom = () => {}, onOpened = () => {}, connectionsPerOrigin = defaultPerOrigin, connections = defaultInAll } = options;
  /** The least recently used origin stands first. */
  const origins = new Map<string, Origin>();
  /** All pools that have connections, including those that are forgotten and still busy. */
  const begun = new Set<OriginConnections>();
  let open = 0;

  const makeRoom = (): void => {
    const [oldest] = origins;
    if (open <= connections || !oldest) return;
    const [origin, { pool }] = oldest;
    origins.delete(origin);
    pool.close();
  };

  const begin = (origin: string): Origin => {
    const connect: buildConnector.connector = (target, callback) =>
      guard.connect(target, (...answer) => {
        const [, socket] = answer;
        if (socket) {
          known.address = kindOf(socket.remoteAddress ?? '');
          onOpened(socket instanceof TLSSocket ? (socket.isSessionReused() ? 'resumed' : 'full') : 'none');
        }
        callback(...answer);
      });
    const pool = new OriginConnections(origin, {
      limit: connectionsPerOrigin,
      connect,
      onRoom,
      onOpen() {
        open += 1;
        makeRoom();
      },
      onClose() {
        open -= 1;
      },
      onGone() {
        begun.delete(pool);
        if (origins.get(origin) === known) origins.delete(origin);
      },
    });
    const known: Origin = { pool, address: null };
    begun.add(pool);
    return known;
  };

  return {
    dispatch(request, handler) {
      const origin = String(request.origin);
      const known = origins.get(origin) ?? begin(origin);
      origins.delete(origin);
      origins.set(origin, known);
      known.pool.dispatch(request, handler);
    },
    hasRoom: (origin) => origins.get(origin)?.pool.hasRoom ?? true,
    addressOf: (origin) => origins.get(origin)?.address ?? null,
    get open() {
      return open;
    },
    destroy: async () => void (await Promise.all([...begun].map((pool) => pool.destroy()))),
  };
}

interface Origin {
  readonly pool: OriginConnections;
  address: AddressKind | null;
}

const kindOf = (address: string): AddressKind =>
  `${isPublicAddress(address) ? 'public' : 'allowed'} ${address.includes(':') ? 'IPv6' : 'IPv4'}`;

/** This is a quarter of a process's attempt slots. Many tenants may have endpoints at one origin, and each endpoint has its own cap. */
const defaultPerOrigin = 256;
/** This allows a connection for every attempt slot of a process, and as many idle ones. */
const defaultInAll = 2_048;
