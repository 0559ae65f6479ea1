import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { brokenOff, type ReceiverReply, tooLarge } from './receive.ts';

/**
 * Reads the raw bytes of a body. What follows in one that is too large is thrown away: a sender that writes all before it reads would not
 * see the answer to it.
 */
export async function readRawBody(request: Readable, maxBytes: number): Promise<Uint8Array | typeof tooLarge | typeof brokenOff> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > maxBytes) {
        throwAway(request);
        return tooLarge;
      }
      chunks.push(chunk);
    }
  } catch {
    return brokenOff;
  }
  return Buffer.concat(chunks);
}

function throwAway(request: Readable): void {
  let left = mostThrownAway;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) request.destroy();
  });
  request.on('error', () => {});
  request.resume();
}

const mostThrownAway = 64 * 1_024 * 1_024;

export function answer(response: ServerResponse, { status, headers, body }: ReceiverReply): void {
  response.writeHead(status, headers).end(body ?? undefined);
}
