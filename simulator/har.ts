import type { Exchange } from './exchanges.ts';
import type { Json } from './json.ts';

/** Returns the exchanges as HAR 1.2, which browsers and proxies read. */
export const harOf = (exchanges: readonly Exchange[]): Json => ({
  log: { version: '1.2', creator: { name: 'Ringpost simulator', version: '1' }, entries: exchanges.map(harEntry) },
});

/** Returns the same entries, one a line. */
export const harLines = (exchanges: readonly Exchange[]): string =>
  exchanges.map((exchange) => `${JSON.stringify(harEntry(exchange))}\n`).join('');

function harEntry({ method, url, startedAt, ms, headers, body, status, failure, answerHeaders, answer }: Exchange): Json {
  return {
    startedDateTime: startedAt.toISOString(),
    time: ms,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersIn(headers),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      ...(body === '' ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: withoutSecrets(body) } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(body),
    },
    response: {
      status: status ?? 0,
      statusText: failure ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersIn(answerHeaders),
      content: { size: Buffer.byteLength(answer), mimeType: answerHeaders['content-type'] ?? '', text: withoutSecrets(answer) },
      redirectURL: answerHeaders['location'] ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

const headersIn = (headers: Exchange['headers']): readonly Json[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value: isSecret(name) ? 'left out' : value }));

/** Replaces the same in JSON: an endpoint's signing secret and its own headers stand there. A body may be cut in the middle of one. */
const withoutSecrets = (body: string): string =>
  body.replace(/"([\w-]+)"(\s*:\s*)"[^"\\]*(?:\\.[^"\\]*)*("|\\?$)/g, (whole, name: string, colon: string) =>
    isSecret(name.replace(/_|(?=[A-Z])/g, '-').toLowerCase()) ? `"${name}"${colon}"left out"` : whole,
  );

/** Tells if a header holds a secret, which a shared file must not contain: an endpoint's own headers are often keys. */
const isSecret = (name: string): boolean =>
  /authorization|cookie|api-?key|(^|-)(key|token|secret|password)$/.test(name) && !name.includes('idempotency');
