import { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import type { RecordingStore, StoredRecording } from './recording-store.ts';
import { callOfRecording } from './recordings.ts';

/**
 * Implements GET and HEAD /recordings/*, for a store whose URLs lead to this service. The signature is the permission.
 * There is no API key, because the URL is given to players and browsers. `range` is the request's Range header.
 */
export async function serveRecording(
  context: { readonly recordings: RecordingStore } & Pick<Context, 'clock'>,
  path: string,
  query: URLSearchParams,
  range?: string,
): Promise<ServedReply> {
  const { served } = context.recordings;
  const key = path.replace(/^\/?(recordings\/)?/, '');
  if (!served) return refusal(404, 'There is nothing at this path.');
  const verdict = served.judge(key, query, context.clock.now());
  if (verdict === 'forged') return refusal(403, 'The signature of this recording URL does not hold.');
  if (verdict === 'expired') return refusal(403, 'This recording URL has expired. Read the call again for a fresh one.');
  const recording = await served.open(key);
  if (recording === null) return refusal(404, 'This recording is not here any more.');
  return { callId: callOfRecording(key), ...replyWith(recording, range) };
}

/** Replies with the whole recording, with the part that the Range header names, or with 416. */
function replyWith(recording: StoredRecording, range?: string): ServedReply {
  const { size, contentType } = recording;
  const headers = {
    'Content-Type': contentType,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  const part = partOf(range, size);
  if (part === 'unsatisfiable')
    return {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${size}`, 'Content-Length': '0' },
      body: Readable.from([]),
    };
  if (part === 'whole')
    return {
      status: 200,
      headers: { ...headers, 'Content-Length': String(size) },
      body: size === 0 ? Readable.from([]) : recording.read(0, size - 1),
    };
  return {
    status: 206,
    headers: {
      ...headers,
      'Content-Range': `bytes ${part.first}-${part.last}/${size}`,
      'Content-Length': String(part.last - part.first + 1),
    },
    body: recording.read(part.first, part.last),
  };
}

export interface ServedReply {
  /** Identifies the recording's call if the request is permitted. */
  readonly callId?: string | undefined;
  readonly status: 200 | 206 | 403 | 404 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Is destroyed by whoever does not read it. */
  readonly body: Readable;
}

/** Refuses in plain text: players open these URLs, and have no use for the API's error codes. */
function refusal(status: 403 | 404, message: string): ServedReply {
  const text = `${message}\n`;
  return {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
      'Cache-Control': 'no-store',
    },
    body: Readable.from([text]),
  };
}

/** Returns one range of bytes. For several, or for one that cannot be parsed, RFC 9110 permits the whole. */
function partOf(range: string | undefined, size: number): 'whole' | 'unsatisfiable' | { readonly first: number; readonly last: number } {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '');
  const from = asked?.[1] ?? '';
  const to = asked?.[2] ?? '';
  if (from === '' && to === '') return 'whole';
  if (from === '') return Number(to) === 0 || size === 0 ? 'unsatisfiable' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  if (to !== '' && Number(to) < Number(from)) return 'whole';
  return Number(from) >= size ? 'unsatisfiable' : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
