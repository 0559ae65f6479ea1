import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Unserved } from '../db/unserved.ts';
import { invalidRequest, payloadTooLarge, unsupportedMediaType } from '../errors.ts';

/** Reads the bytes of a body that must be JSON. Without a body there are none. */
export async function readJsonBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (!hasBody(request)) return noBytes;
  if (!isJson(request.headers)) throw unsupportedMediaType();
  return readBytes(request, maxBytes);
}

const noBytes = Buffer.alloc(0);

/**
 * Makes the reader of callbacks, which are verified on their raw bytes before they are parsed. Until then anybody may have sent them, so the
 * bodies that are arriving hold `maxArrivingBytes` together: one that goes beyond has the body given up that has been arriving longest.
 * So bodies that never end keep out none that does (D-268).
 */
export function callbackReader(maxArrivingBytes: number): (request: IncomingMessage, maxBytes: number) => Promise<Buffer> {
  const arriving = new Arriving(maxArrivingBytes);
  return async (request, maxBytes) => readBytes(request, maxBytes, arriving);
}

class Arriving {
  readonly #maxBytes: number;
  /** Holds the bytes of each body by what gives it up, in the order in which they began. */
  readonly #bytes = new Map<() => void, number>();
  #sum = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(giveUp: () => void, bytes: number): void {
    this.#bytes.set(giveUp, (this.#bytes.get(giveUp) ?? 0) + bytes);
    this.#sum += bytes;
    for (const giveUpOldest of this.#bytes.keys()) {
      if (this.#sum <= this.#maxBytes) return;
      giveUpOldest();
    }
  }

  remove(giveUp: () => void): void {
    this.#sum -= this.#bytes.get(giveUp) ?? 0;
    this.#bytes.delete(giveUp);
  }
}

/** Reads the bytes of a body. More than `maxBytes` are never kept, whether announced or not. */
function readBytes(request: IncomingMessage, maxBytes: number, arriving?: Arriving): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  return new Promise((resolve, reject) => {
    let held: Buffer = Buffer.alloc(0);
    let size = 0;
    const add = (chunk: Buffer): void => {
      const before = held.length;
      held = behind(held, size, chunk);
      size += chunk.length;
      if (size > maxBytes) settle(() => reject(payloadTooLarge(maxBytes)));
      else arriving?.add(giveUp, held.length - before);
    };
    const broken = (): void => settle(() => reject(invalidRequest('The request ended before its body did.')));
    // A request whose time was up has been refused, and its rest may come nevertheless.
    const end = (): void => (request.socket.writableEnded ? broken() : settle(() => resolve(held.subarray(0, size))));
    const giveUp = (): void =>
      settle(() => reject(new Unserved('room', 'the bodies of callbacks that are arriving are too large together')));
    const settle = (answer: () => void): void => {
      arriving?.remove(giveUp);
      request.off('data', add).off('end', end).off('error', broken).off('close', broken);
      answer();
    };
    // A caller that has disconnected raises no more events.
    if (request.destroyed) return broken();
    request.on('data', add).on('end', end).on('error', broken).on('close', broken);
  });
}

/**
 * Puts a chunk behind the first `size` bytes of a buffer, which doubles where it is full. A chunk may be of one byte, and a buffer that is
 * kept for each would take hundreds.
 */
function behind(held: Buffer, size: number, chunk: Buffer): Buffer {
  if (size === 0) return chunk;
  const needed = size + chunk.length;
  const room = needed <= held.length ? held : Buffer.concat([held], Math.max(needed, 2 * held.length));
  chunk.copy(room, size);
  return room;
}

/**
 * Reads and drops the rest of a refused request, so that the connection serves the next one and the caller receives the
 * refusal. A request that sends without end is cut off.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed || !hasBody(request)) return;
  let left = maxDiscardedBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.on('error', () => {});
  request.resume();
}

const maxDiscardedBytes = 16 * 1024 * 1024;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** Tells if the body is JSON in UTF-8, without compression or another character set. */
export function isJson(headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return false;
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  return type.trim() === 'application/json' && parameters.every(isUtf8OrNoCharset);
}

function isUtf8OrNoCharset(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=');
  return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim());
}
