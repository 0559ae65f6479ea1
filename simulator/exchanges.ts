import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json } from './json.ts';

/** The HTTP that passed, in both directions, for whoever wants to see the bytes: exported as HAR 1.2. */
export interface Exchanges {
  /** Remembers a request to us once it is over. */
  incoming(message: IncomingMessage, response: ServerResponse, body: Buffer, url: string): void;
  outgoing(exchange: Outgoing): void;
  har(): Json;
  clear(): void;
}

export interface Outgoing {
  readonly url: string;
  readonly startedAt: Date;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Null where nobody answered. */
  readonly status: number | null;
  readonly answer: string;
}

interface Exchange extends Outgoing {
  readonly method: string;
  readonly ms: number;
  readonly answerType: string;
}

/** The newest are kept, so much of each body. */
export const keptExchanges = 1_000;
export const keptBodyBytes = 64 * 1024;

export function newExchanges(realNow: () => Date): Exchanges {
  let kept: Exchange[] = [];
  const add = (exchange: Exchange): void => {
    kept.push({ ...exchange, body: exchange.body.slice(0, keptBodyBytes), answer: exchange.answer.slice(0, keptBodyBytes) });
    if (kept.length > keptExchanges) kept.shift();
  };
  return {
    incoming(message, response, body, url) {
      const startedAt = realNow();
      response.once('close', () =>
        add({
          method: message.method ?? '',
          url,
          startedAt,
          ms: Math.max(0, realNow().getTime() - startedAt.getTime()),
          headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)])),
          body: body.toString('utf8'),
          status: response.headersSent ? response.statusCode : null,
          answerType: String(response.getHeader('content-type') ?? ''),
          answer: '',
        }),
      );
    },
    outgoing: (exchange) =>
      add({ ...exchange, method: 'POST', ms: Math.max(0, realNow().getTime() - exchange.startedAt.getTime()), answerType: '' }),
    har: () => ({
      log: { version: '1.2', creator: { name: 'Ringpost simulator', version: '1' }, entries: kept.map(harEntry) },
    }),
    clear() {
      kept = [];
    },
  };
}

function harEntry({ method, url, startedAt, ms, headers, body, status, answerType, answer }: Exchange): Json {
  return {
    startedDateTime: startedAt.toISOString(),
    time: ms,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(headers).map(([name, value]) => ({ name, value: isSecret(name) ? 'left out' : value })),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      postData: { mimeType: headers['content-type'] ?? '', text: body },
      headersSize: -1,
      bodySize: Buffer.byteLength(body),
    },
    response: {
      status: status ?? 0,
      statusText: status === null ? 'no answer' : '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: Buffer.byteLength(answer), mimeType: answerType, text: answer },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

/** A file that is handed round is no place for keys. */
const isSecret = (name: string): boolean => name === 'authorization' || name === 'cookie';
