import { TLSSocket } from 'node:tls';
import { type buildConnector, Client, Pool, type Dispatcher as Undici } from 'undici';
import type { AddressGuard } from '../network/address-guard.ts';
import { isPublicAddress } from '../network/public-address.ts';

/**
 * The connections over which deliveries go: kept alive and pooled by origin, one request on each at a time, bounded for
 * an origin and in all. No redirects (undici follows none by itself), no proxies from the environment.
 */
export interface DeliveryAgent {
  dispatch(request: DeliveryRequest, handler: Undici.DispatchHandler): boolean;
  /** Whether a request to this origin would be sent at once. One that waits for a connection wastes its deadline. */
  hasRoom(origin: string): boolean;
  /** What kind of address its newest connection goes to. Never which. */
  addressOf(origin: string): AddressKind | null;
  /** Connections that are open now. */
  readonly open: number;
  /** Lets what is under way end. */
  close(): Promise<void>;
  /** Cuts it off. */
  destroy(): Promise<void>;
}

export interface DeliveryRequest extends Undici.DispatchOptions {
  /** Set when it is given a connection: whether that was open already. */
  isReused?: boolean;
}

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
  const pools = new Set<Pool>();
  let open = 0;

  const forget = (origin: string, known: Origin): void => {
    if (origins.get(origin) === known) origins.delete(origin);
    if (!known.pool.closed && !known.pool.destroyed) void known.pool.close().then(() => pools.delete(known.pool));
  };

  const makeRoom = (): void => {
    const [oldest] = origins;
    if (open > connections && oldest) forget(...oldest);
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
    const pool = new Pool(origin, { ...poolOptions, connect, connections: connectionsPerOrigin, factory: connectionTo });
    const known: Origin = { pool, isFull: false, open: 0, address: null };
    pools.add(pool);
    pool.on('connect', () => {
      open += 1;
      known.open += 1;
      makeRoom();
    });
    pool.on('disconnect', () => {
      open -= 1;
      known.open -= 1;
      if (known.open === 0) forget(origin, known);
    });
    pool.on('connectionError', () => {
      if (known.open === 0) forget(origin, known);
    });
    pool.on('drain', () => {
      known.isFull = false;
      onRoom();
    });
    return known;
  };

  return {
    dispatch(request, handler) {
      const origin = String(request.origin);
      const known = origins.get(origin) ?? begin(origin);
      origins.delete(origin);
      origins.set(origin, known);
      known.isFull = !known.pool.dispatch(request, handler);
      return !known.isFull;
    },
    hasRoom: (origin) => !origins.get(origin)?.isFull,
    addressOf: (origin) => origins.get(origin)?.address ?? null,
    get open() {
      return open;
    },
    close: async () => void (await Promise.allSettled([...pools].map((pool) => pool.close()))),
    destroy: async () => void (await Promise.allSettled([...pools].map((pool) => pool.destroy()))),
  };
}

/** One of a pool's connections. */
class Connection extends Client {
  #isOpen = false;

  constructor(origin: URL, options: Client.Options) {
    super(origin, options);
    this.on('connect', () => {
      this.#isOpen = true;
    });
    this.on('disconnect', () => {
      this.#isOpen = false;
    });
  }

  override dispatch(request: DeliveryRequest, handler: Undici.DispatchHandler): boolean {
    request.isReused = this.#isOpen;
    return super.dispatch(request, handler);
  }
}

const connectionTo = (origin: URL, options: object): Connection => new Connection(origin, options);

interface Origin {
  readonly pool: Pool;
  isFull: boolean;
  open: number;
  address: AddressKind | null;
}

const kindOf = (address: string): AddressKind =>
  `${isPublicAddress(address) ? 'public' : 'allowed'} ${address.includes(':') ? 'IPv6' : 'IPv4'}`;

/** A quarter of a process's slots: many tenants may have endpoints at one origin, each of which has its own cap. */
const defaultPerOrigin = 256;
/** Every slot of a process, and as many again that idle. */
const defaultInAll = 2_048;

const poolOptions: Pool.Options = {
  pipelining: 1,
  allowH2: false,
  // Our own deadline bounds the whole; undici's only bound the gaps between bytes.
  headersTimeout: 0,
  bodyTimeout: 0,
  // Less than the five seconds after which many servers hang up, so that we seldom write into a connection just closed.
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 60_000,
};
