import { TLSSocket } from 'node:tls';
import type { buildConnector, Dispatcher as Undici } from 'undici';
import type { AddressGuard } from '../network/address-guard.ts';
import { isPublicAddress } from '../network/public-address.ts';
import { OriginConnections, type PooledRequest } from './origin-connections.ts';

/**
 * The connections over which deliveries go: kept alive and pooled by origin, one request on each at a time, bounded for
 * an origin and in all. No redirects (undici follows none by itself), no proxies from the environment.
 */
export interface DeliveryAgent {
  dispatch(request: DeliveryRequest, handler: Undici.DispatchHandler): void;
  /** Whether a request to this origin would be sent at once. One that waits for a connection wastes its deadline. */
  hasRoom(origin: string): boolean;
  /** What kind of address its newest connection goes to. Never which. */
  addressOf(origin: string): AddressKind | null;
  /** Connections that are open now. */
  readonly open: number;
  /** Cuts off what is under way. */
  destroy(): Promise<void>;
}

export type DeliveryRequest = PooledRequest;

/** `allowed`: not public, and let through by the operator. */
export type AddressKind = `${'public' | 'allowed'} ${'IPv4' | 'IPv6'}`;

export interface DeliveryAgentOptions {
  /** A connection was opened: without TLS, with a whole handshake, or with a shortened one. */
  readonly onOpened?: (tls: 'none' | 'full' | 'resumed') => void;
  /** An origin that was full can take a request again. */
  readonly onRoom?: () => void;
  readonly connectionsPerOrigin?: number;
  readonly connections?: number;
}

export function deliveryAgent(guard: Pick<AddressGuard, 'connect'>, options: DeliveryAgentOptions = {}): DeliveryAgent {
  const { onRoom = () => {}, onOpened = () => {}, connectionsPerOrigin = defaultPerOrigin, connections = defaultInAll } = options;
  /** The least recently used first. */
  const origins = new Map<string, Origin>();
  /** Those that are forgotten and still busy as well. */
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

/** A quarter of a process's slots: many tenants may have endpoints at one origin, each of which has its own cap. */
const defaultPerOrigin = 256;
/** Every slot of a process, and as many again that idle. */
const defaultInAll = 2_048;
