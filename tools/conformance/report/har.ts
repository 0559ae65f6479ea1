import type { Exchange } from '../exchange.ts';
import type { Run } from '../run.ts';
import type { Secrets } from './hiding.ts';

/** Writes every exchange of the run as HAR 1.2, for browser tools and for `redocly drift`. */
export function harReport({ exchanges }: Run, secrets: Secrets): string {
  const creator = { name: 'ringpost conformance', version: '1.0' };
  return `${JSON.stringify({ log: { version: '1.2', creator, entries: exchanges.map((exchange) => entry(exchange, secrets)) } }, null, 1)}\n`;
}

/** The limit keeps deliberately oversized bodies from filling the file. */
const keptBytes = 64 * 1024;

function entry({ at, ms, check, request, response }: Exchange, secrets: Secrets): object {
  const url = new URL(request.url);
  const { authorization } = request.headers;
  return {
    startedDateTime: at.toISOString(),
    time: ms,
    comment: check,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs({ ...request.headers, ...(authorization && { authorization: secrets.authorization(authorization) }) }),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: request.body?.length ?? 0,
      ...(request.body && {
        postData: { mimeType: request.headers['content-type'] ?? '', text: request.body.toString('utf8', 0, keptBytes) },
      }),
    },
    response: {
      status: response.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(response.headers),
      content: { size: response.body.length, mimeType: response.headers['content-type'] ?? '', text: response.text },
      redirectURL: '',
      headersSize: -1,
      bodySize: response.body.length,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

const pairs = (headers: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
