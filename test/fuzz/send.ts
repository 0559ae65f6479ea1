import { setTimeout as delay } from 'node:timers/promises';
import type { RawResponse } from '../../tools/conformance/raw-connection.ts';
import { type RawConnection, rawConnection } from '../support/socket.ts';
import type { FuzzedRequest } from './requests.ts';

/** It only ends what hangs: a request may take long on a busy machine. */
const patienceMs = 60_000;
/** A message whose end was spoilt may be one that waits for the rest: so long it is watched. */
const spoiltPatienceMs = 250;

export type Answer = { readonly kind: 'answer'; readonly response: RawResponse } | { readonly kind: 'none' } | { readonly kind: 'hangs' };

/** Sends a request on a connection of its own. A spoilt one may be none, one or several to who reads it. */
export async function send(origin: string, request: FuzzedRequest): Promise<readonly Answer[]> {
  const connection = await rawConnection(Number(new URL(origin).port));
  try {
    connection.write(bytesOf(request));
    if (request.spoilt.length === 0) return [await answerOn(connection, request.method)];
    const answers: Answer[] = [];
    for (;;) {
      const answer = await inTime(connection.response(), spoiltPatienceMs);
      if (answer.kind !== 'answer') return answers;
      if (answer.response.status >= 200) answers.push(answer);
    }
  } finally {
    connection.end();
  }
}

async function answerOn(connection: RawConnection, method: string): Promise<Answer> {
  for (;;) {
    const answer = await inTime(connection.response(method === 'HEAD' ? 'HEAD' : undefined), patienceMs);
    // 100 Continue announces the answer and is none.
    if (answer.kind !== 'answer' || answer.response.status >= 200) return answer;
  }
}

async function inTime(response: Promise<RawResponse | null>, ms: number): Promise<Answer> {
  const over = new AbortController();
  const late = delay(ms, 'late' as const, { signal: over.signal }).catch(() => 'late' as const);
  const first = await Promise.race([response, late]);
  over.abort();
  if (first === 'late') return { kind: 'hangs' };
  return first === null ? { kind: 'none' } : { kind: 'answer', response: first };
}

export function bytesOf({ method, target, headers, body, spoilt }: FuzzedRequest): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${target} HTTP/1.1`, 'host: 127.0.0.1', ...lines, '', ''].join('\r\n');
  let bytes = Buffer.concat([Buffer.from(head), framed(body, 'transfer-encoding' in headers)]);
  for (const { at, remove, insert } of spoilt) {
    const from = at % (bytes.length + 1);
    bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(insert), bytes.subarray(from + remove)]);
  }
  return bytes;
}

function framed(body: Buffer | null, isChunked: boolean): Buffer {
  if (body === null) return Buffer.alloc(0);
  if (!isChunked) return body;
  const middle = Math.ceil(body.length / 2);
  const chunks = [body.subarray(0, middle), body.subarray(middle)].filter((chunk) => chunk.length > 0);
  return Buffer.concat([
    ...chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);
}
