import type { IncomingMessage } from 'node:http';
import { invalidRequest, payloadTooLarge, unsupportedMediaType } from '../errors.ts';
import { parseJson } from './parse-json.ts';

/** A body as it came and as what it means. `value` is undefined where there is no body: whether one is required, the contract says. */
export interface ReceivedBody {
  readonly value: unknown;
  readonly raw: string | Uint8Array;
}

export const noBody: ReceivedBody = { value: undefined, raw: '' };

export async function readJson(request: IncomingMessage, maxBytes: number): Promise<ReceivedBody> {
  if (!hasBody(request)) return noBody;
  if (!isJson(request)) throw unsupportedMediaType();
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return noBody;
  const { value, text } = parseJson(bytes);
  return { value, raw: text };
}

/** For callbacks: verified before anything is read into them, so only their bytes count. */
export const readRaw = async (request: IncomingMessage, maxBytes: number): Promise<ReceivedBody> => ({
  value: undefined,
  raw: await readBytes(request, maxBytes),
});

/** The bytes of a body, at most `maxBytes` of them: announced or not, more than that is never kept. */
export function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const add = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) settle(() => reject(payloadTooLarge(maxBytes)));
    };
    const end = (): void => settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)));
    const broken = (): void => settle(() => reject(invalidRequest('The request ended before its body did.')));
    const settle = (answer: () => void): void => {
      request.off('data', add).off('end', end).off('error', broken).off('close', broken);
      answer();
    };
    // A caller who has hung up already will raise no more events to wait for.
    if (request.destroyed) return broken();
    request.on('data', add).on('end', end).on('error', broken).on('close', broken);
  });
}

/**
 * What a refused request still sends is read and dropped, so that the connection serves the next one and the caller
 * gets to read the refusal. One that sends without end is cut off.
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

/** JSON in UTF-8 and nothing else: not compressed, no other character set. */
function isJson({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return false;
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  return type.trim() === 'application/json' && parameters.every(isUtf8OrNoCharset);
}

function isUtf8OrNoCharset(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=');
  return name.trim() !== 'charset' || /^"?utf-?8"?$/.test(value.trim());
}
