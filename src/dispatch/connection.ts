import type { OnReadOpts, Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { AnswerParser, type AnswerReport } from './answer-parser.ts';

/**
 * A connection to an origin that carries one request at a time over HTTP/1.1. It is opened for its first request. It never sends a
 * request twice, because a webhook that was sent once may have arrived.
 */
export class Connection {
  readonly #events: ConnectionEvents;
  readonly #connect: Open;
  #socket: Socket | null = null;
  #parser: AnswerParser | null = null;
  #underWay: Exchange | null = null;
  #isDestroyed = false;
  /** The time of `performance.now()` until which another request may be sent. */
  usableUntil = 0;

  constructor(connect: Open, events: ConnectionEvents) {
    this.#connect = connect;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  /** Sends a request. The caller waits for `ended` before it sends the next. */
  send(request: OutgoingRequest, handler: AnswerHandler): void {
    this.#underWay = { request, handler };
    if (this.#socket) {
      this.#write(this.#socket, true);
      return;
    }
    const take = (length: number): boolean => {
      this.#take(Buffer.from(arriving.subarray(0, length)));
      return true;
    };
    this.#connect({ buffer: arriving, callback: take }, (error, socket) => {
      if (error || !socket) this.#over(error ?? new Error('no connection'));
      else if (this.#isDestroyed) {
        socket.destroy();
        this.#over(new Error('cut off'));
      } else this.#opened(socket);
    });
  }

  /** Closes it. A request under way fails. */
  destroy(): void {
    this.#shut();
    if (this.#underWay) this.#over(new Error('cut off'));
  }

  #opened(socket: Socket): void {
    this.#socket = socket;
    socket.on('end', () => this.#closedBy(null));
    socket.on('error', (error) => this.#closedBy(error));
    socket.on('close', () => {
      this.#closedBy(null);
      this.#socket = null;
      this.#events.closed(this);
    });
    this.#events.opened();
    this.#write(socket, false);
  }

  #write(socket: Socket, isReused: boolean): void {
    const underWay = this.#underWay;
    if (!underWay) return;
    if (!underWay.handler.sending(this, isReused)) return;
    const { head, body } = underWay.request;
    this.#parser = new AnswerParser(underWay.handler);
    // One piece costs less than two that are sent together.
    const bytes = Buffer.allocUnsafe(head.length + body.length);
    bytes.write(head, 0, 'latin1');
    bytes.set(body, head.length);
    socket.write(bytes);
  }

  #take(bytes: Buffer): void {
    const parser = this.#parser;
    // An answer that nobody has asked for could be taken for the answer to the next request.
    if (!parser || parser.isDone) {
      this.destroy();
      return;
    }
    try {
      parser.take(bytes);
    } catch (error) {
      this.#over(error);
      return;
    }
    if (parser.isDone && this.#underWay) this.#over(null);
  }

  /** The receiver has closed the connection, or it broke. */
  #closedBy(error: Error | null): void {
    this.#shut();
    if (!this.#underWay) return;
    const isComplete = error === null && this.#parser?.close() === true;
    this.#over(isComplete ? null : (error ?? Object.assign(new Error('closed by the receiver'), { code: 'ECONNRESET' })));
  }

  #over(error: unknown): void {
    const underWay = this.#underWay;
    if (!underWay) return;
    this.#underWay = null;
    const idleMs = this.#parser?.isKept ? idleMsOf(this.#parser.keptForMs) : 0;
    // A receiver that answers before it has the whole body could take the rest for the beginning of another request.
    const isSent = this.#socket?.writableLength === 0;
    const isKept = error === null && idleMs > 0 && isSent && !this.#isDestroyed;
    if (isKept) this.usableUntil = performance.now() + idleMs;
    else this.#shut();
    if (error !== null) underWay.handler.fail(error);
    this.#events.ended(this);
  }

  #shut(): void {
    this.#isDestroyed = true;
    this.usableUntil = 0;
    this.#socket?.destroy();
  }
}

type Open = (onread: OnReadOpts, opened: buildConnector.Callback) => void;

/** All connections read into this, one after the other, and each keeps a copy of what came. A stream would take memory anew for each read. */
const arriving = Buffer.allocUnsafeSlow(65_536);

/** A request as its bytes: `head` is Latin-1 and ends with an empty line. */
export interface OutgoingRequest {
  readonly head: string;
  readonly body: Uint8Array;
}

/** Hears of one request. `end` or `fail` comes last. */
export interface AnswerHandler extends AnswerReport {
  /** Called right before the request is sent. Nothing is sent if it returns false; then it has destroyed the connection. */
  sending(connection: Pick<Connection, 'destroy'>, isReused: boolean): boolean;
  fail(error: unknown): void;
}

export interface ConnectionEvents {
  readonly opened: () => void;
  /** Called when an open connection is closed. */
  readonly closed: (connection: Connection) => void;
  /** Called when a request is over, whatever became of it. */
  readonly ended: (connection: Connection) => void;
}

export interface Exchange {
  readonly request: OutgoingRequest;
  readonly handler: AnswerHandler;
}

/** Many servers hang up after five idle seconds. A request that is sent at that moment is lost. */
const usualIdleMs = 4_000;
const mostIdleMs = 60_000;
/** A receiver's promise counts this much less, because its clock began earlier. */
const promiseSlackMs = 2_000;

const idleMsOf = (promisedMs: number | null): number =>
  promisedMs === null ? usualIdleMs : Math.min(promisedMs - promiseSlackMs, mostIdleMs);
