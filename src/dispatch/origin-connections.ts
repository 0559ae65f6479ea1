import { type buildConnector, Client, type Dispatcher as Undici } from 'undici';

/**
 * Keeps at most `limit` connections to one origin, with one request on each at a time. A request takes the connection that was used
 * last, so that connections that are not needed grow idle and close. A request for which no connection is free waits its turn.
 */
export class OriginConnections {
  readonly #origin: string;
  readonly #options: OriginConnectionsOptions;
  readonly #all = new Set<Connection>();
  /** The connections that are open and without a request. The one used last stands at the end. */
  readonly #free: Connection[] = [];
  readonly #waiting: Waiting[] = [];
  #isClosing = false;

  constructor(origin: string, options: OriginConnectionsOptions) {
    this.#origin = origin;
    this.#options = options;
  }

  /** True if a request would be sent at once. */
  get hasRoom(): boolean {
    return this.#free.length > 0 || this.#all.size < this.#options.limit;
  }

  dispatch(request: PooledRequest, handler: Undici.DispatchHandler): void {
    const connection = this.#free.pop() ?? (this.hasRoom ? this.#begin() : null);
    if (!connection) {
      this.#waiting.push({ request, handler });
      return;
    }
    connection.send(request, handler);
    // If undici refuses a request as malformed, the request has failed already and no event follows.
    if (connection.isBusy && connection.stats.size === 0) this.#ended(connection);
  }

  /** Closes idle connections now, and the others when the requests under way and those that wait have ended. */
  close(): void {
    this.#isClosing = true;
    for (const connection of this.#free.splice(0)) this.#close(connection);
  }

  /** Cuts off the requests under way, and fails those that wait. */
  async destroy(): Promise<void> {
    const connections = [...this.#all];
    const destroyed = Promise.all(connections.map((connection) => connection.destroy()));
    for (const { request, handler } of this.#waiting.splice(0)) connections[0]?.dispatch(request, handler);
    await destroyed;
  }

  #begin(): Connection {
    const { connect, onOpen, onClose } = this.#options;
    const connection = new Connection(this.#origin, { ...clientOptions, connect });
    this.#all.add(connection);
    connection.on('connect', () => {
      connection.isOpen = true;
      onOpen();
    });
    connection.on('disconnect', () => {
      connection.isOpen = false;
      onClose();
      // A busy connection fails its request or opens again for it, and another event follows.
      if (!connection.isBusy) this.#remove(connection);
    });
    connection.on('connectionError', () => this.#ended(connection));
    connection.on('drain', () => this.#ended(connection));
    return connection;
  }

  /** Called when a connection's request is over. If the connection is not open, the next request gets another one. */
  #ended(connection: Connection): void {
    if (!this.#all.has(connection)) {
      this.#close(connection);
      return;
    }
    const wasFull = !this.hasRoom;
    connection.isBusy = false;
    if (!connection.isOpen) this.#all.delete(connection);
    else if (this.#isClosing && this.#waiting.length === 0) this.#close(connection);
    else this.#free.push(connection);
    const next = this.#waiting.shift();
    if (next) this.dispatch(next.request, next.handler);
    else if (wasFull) this.#options.onRoom();
    this.#tellIfGone();
  }

  #close(connection: Connection): void {
    const remove = (): void => this.#remove(connection);
    // Closing fails if the connection was destroyed meanwhile.
    connection.close().then(remove, remove);
  }

  #remove(connection: Connection): void {
    const index = this.#free.indexOf(connection);
    if (index >= 0) this.#free.splice(index, 1);
    if (this.#all.delete(connection)) this.#tellIfGone();
  }

  #tellIfGone(): void {
    if (this.#all.size === 0) this.#options.onGone();
  }
}

export interface OriginConnectionsOptions {
  readonly limit: number;
  readonly connect: buildConnector.connector;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  /** Called when the origin was full and can take a request again. */
  readonly onRoom: () => void;
  /** Called when the origin has no connection any more. */
  readonly onGone: () => void;
}

export interface PooledRequest extends Undici.DispatchOptions {
  /** Set when the request is given a connection: true if that was open already. */
  isReused?: boolean;
}

interface Waiting {
  readonly request: PooledRequest;
  readonly handler: Undici.DispatchHandler;
}

class Connection extends Client {
  isOpen = false;
  /** True from when the connection is given a request until it can take another one. */
  isBusy = false;

  send(request: PooledRequest, handler: Undici.DispatchHandler): void {
    request.isReused = this.isOpen;
    this.isBusy = true;
    this.dispatch(request, handler);
  }
}

const clientOptions: Client.Options = {
  pipelining: 1,
  allowH2: false,
  // The attempt's deadline bounds the whole request; undici's timeouts only bound the gaps between bytes.
  headersTimeout: 0,
  bodyTimeout: 0,
  // This is less than the five seconds after which many servers hang up, so that a request is seldom sent into a connection just closed.
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 60_000,
};
