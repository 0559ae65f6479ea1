import type { Connect, Target } from '../network/connector.ts';
import { type AnswerHandler, Connection, type Exchange, type OutgoingRequest } from './connection.ts';

/**
 * Keeps at most `limit` connections to one origin, with one request on each at a time. A request takes the connection that was used
 * last, so that connections that are not needed grow idle and close. A request for which no connection is free waits its turn.
 */
export class OriginConnections {
  readonly #options: OriginConnectionsOptions;
  readonly #target: Target;
  readonly #all = new Set<Connection>();
  /** The connections that are open and without a request. The one used last stands at the end. */
  readonly #free: Connection[] = [];
  readonly #waiting: Exchange[] = [];
  /** The connections whose request has ended in this turn of the event loop. */
  readonly #ended: Connection[] = [];
  #isClosing = false;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor(origin: string, options: OriginConnectionsOptions) {
    const { protocol, host, hostname, port } = new URL(origin);
    this.#options = options;
    this.#target = { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port };
  }

  /** The number of requests that would be sent at once. */
  get room(): number {
    return this.#free.length + this.#options.limit - this.#all.size;
  }

  dispatch(request: OutgoingRequest, handler: AnswerHandler): void {
    const connection = this.#takeFree() ?? (this.#all.size < this.#options.limit ? this.#begin() : null);
    if (connection) connection.send(request, handler);
    else this.#waiting.push({ request, handler });
  }

  /** Closes idle connections now, and the others when the requests under way and those that wait have ended. */
  close(): void {
    this.#isClosing = true;
    for (const connection of this.#free.splice(0)) connection.destroy();
  }

  /** Cuts off the requests under way, and fails those that wait. */
  destroy(): void {
    for (const { handler } of this.#waiting.splice(0)) handler.fail(new Error('cut off'));
    for (const connection of this.#all) connection.destroy();
  }

  /** The caller begins a connection where none is left, so an origin whose last one is removed here is not gone. */
  #takeFree(): Connection | undefined {
    for (let connection = this.#free.pop(); connection; connection = this.#free.pop()) {
      if (isUsable(connection)) return connection;
      connection.destroy();
      this.#all.delete(connection);
    }
    return undefined;
  }

  #begin(): Connection {
    const connection = new Connection((onread, opened) => this.#options.connect({ ...this.#target, onread }, opened), {
      opened: this.#options.onOpen,
      closed: (closed) => this.#closed(closed),
      ended: (ended) => this.#requestEnded(ended),
    });
    this.#all.add(connection);
    return connection;
  }

  /**
   * A connection is free in the next turn of the event loop. A second answer to its last request, which a broken receiver sends
   * right after the first, is seen until then and closes it.
   */
  #requestEnded(connection: Connection): void {
    if (!isUsable(connection)) this.#makeRoom([connection]);
    else if (this.#ended.push(connection) === 1) setImmediate(() => this.#makeRoom(this.#ended.splice(0)));
  }

  #makeRoom(ended: readonly Connection[]): void {
    const wasFull = this.room === 0;
    for (const connection of ended) {
      if (!isUsable(connection) || (this.#isClosing && this.#waiting.length === 0)) this.#remove(connection);
      else this.#free.push(connection);
      const next = this.#waiting.shift();
      if (next) this.dispatch(next.request, next.handler);
    }
    if (this.#free.length > 0) this.#idleTimer ??= setTimeout(() => this.#closeIdle(), idleCheckMs).unref();
    if (wasFull && this.room > 0) this.#options.onRoom();
  }

  #closeIdle(): void {
    this.#idleTimer = null;
    for (const connection of this.#free.filter((each) => !isUsable(each))) this.#remove(connection);
    if (this.#free.length > 0) this.#idleTimer = setTimeout(() => this.#closeIdle(), idleCheckMs).unref();
  }

  #closed(connection: Connection): void {
    this.#options.onClose();
    this.#remove(connection);
  }

  #remove(connection: Connection): void {
    connection.destroy();
    const index = this.#free.indexOf(connection);
    if (index >= 0) this.#free.splice(index, 1);
    if (this.#all.delete(connection) && this.#all.size === 0 && this.#waiting.length === 0) this.#options.onGone();
  }
}

export interface OriginConnectionsOptions {
  readonly limit: number;
  readonly connect: Connect;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  /** Called when the origin was full and can take a request again. */
  readonly onRoom: () => void;
  /** Called when the origin has no connection any more. */
  readonly onGone: () => void;
}

const isUsable = ({ isOpen, usableUntil }: Connection): boolean => isOpen && usableUntil > performance.now();

const idleCheckMs = 500;
