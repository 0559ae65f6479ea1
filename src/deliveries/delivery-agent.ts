import { Pool, type Dispatcher as Undici } from 'undici';
import type { AddressGuard } from '../network/address-guard.ts';

/**
 * The connections over which deliveries go: kept alive and pooled by origin, one request on each at a time, bounded for
 * an origin and in all. No redirects (undici follows none by itself), no proxies from the environment.
 */
export interface DeliveryAgent extends Pick<Undici, 'dispatch'> {
  /** Whether a request to this origin would be sent at once. One that waits for a connection wastes its deadline. */
  hasRoom(origin: string): boolean;
  /** Connections that are open now. */
  readonly open: number;
  /** Lets what is under way end. */
  close(): Promise<void>;
  /** Cuts it off. */
  destroy(): Promise<void>;
}

export interface DeliveryAgentOptions {
  /** An origin that was full can take a request again. */
  readonly onRoom?: () => void;
  readonly connectionsPerOrigin?: number;
  readonly connections?: number;
}

export function deliveryAgent(guard: Pick<AddressGuard, 'connect'>, options: DeliveryAgentOptions = {}): DeliveryAgent {
  const { onRoom = () => {}, connectionsPerOrigin = defaultPerOrigin, connections = defaultInAll } = options;
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
    const pool = new Pool(origin, { ...poolOptions, connect: guard.connect, connections: connectionsPerOrigin });
    const known: Origin = { pool, isFull: false, open: 0 };
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
    get open() {
      return open;
    },
    close: async () => void (await Promise.allSettled([...pools].map((pool) => pool.close()))),
    destroy: async () => void (await Promise.allSettled([...pools].map((pool) => pool.destroy()))),
  };
}

interface Origin {
  readonly pool: Pool;
  isFull: boolean;
  open: number;
}

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
