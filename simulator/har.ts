import type { Exchange } from './exchanges.ts';
import type { Json } from './json.ts';
import { bodyWithoutSecrets, isSecret, withoutSecrets } from './secrets.ts';

/** Returns the exchanges as HAR 1.2, which browsers and proxies read. */
export const harOf = (exchanges: readonly Exchange[]): Json => ({
  log: { version: '1.2', creator: { name: 'Ringpost simulator', version: '1' }, entries: exchanges.map(harEntry) },
});

/** Returns the same entries, one a line. */
export const harLines = (exchanges: readonly Exchange[]): string =>
  exchanges.map((exchange) => `${JSON.stringify(harEntry(exchange))}\n`).join('');

function harEntry({ method, startedAt, ms, headers, body, status, failure, answerHeaders, answer, ...exchange }: Exchange): Json {
  const url = withoutSecrets(exchange.url);
  const [type = '', answerType = ''] = [headers['content-type'], answerHeaders['content-type']];
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
      ...(body === '' ? {} : { postData: { mimeType: type, text: bodyWithoutSecrets(body, type) } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(body),
    },
    response: {
      status: status ?? 0,
      statusText: failure ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersIn(answerHeaders),
      content: { size: Buffer.byteLength(answer), mimeType: answerType, text: bodyWithoutSecrets(answer, answerType) },
      redirectURL: withoutSecrets(answerHeaders['location'] ?? ''),
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

const headersIn = (headers: Exchange['headers']): readonly Json[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value: isSecret(name) ? 'left out' : withoutSecrets(value) }));
