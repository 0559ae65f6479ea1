import type { IncomingMessage, ServerResponse } from 'node:http';
import { brokenOff, type ReceiverReply, tooLarge } from './receive.ts';

/** Reads the raw bytes of a body. A body that is too large is not read to its end. */
export async function readRawBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | typeof tooLarge | typeof brokenOff> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > maxBytes) return tooLarge;
      chunks.push(chunk);
    }
  } catch {
    return brokenOff;
  }
  return Buffer.concat(chunks);
}

export function answer(response: ServerResponse, { status, headers, body }: ReceiverReply): void {
  response.writeHead(status, headers).end(body ?? undefined);
}
