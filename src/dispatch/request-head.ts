import { isHeaderName } from '../network/header-name.ts';

/**
 * Returns the beginning of every request to an endpoint: the request line and the headers that are the same on every delivery
 * (`V-HEAD-01`, `V-HEAD-02`, `V-HEAD-06`). Returns null if a part could not be sent as it is. Endpoints with such parts are refused
 * when they are made; this keeps a row that came in another way from saying something else in the protocol.
 */
export function requestHead(
  { pathname, search, host }: Pick<URL, 'pathname' | 'search' | 'host'>,
  method: 'POST' | 'PUT',
  extra: Readonly<Record<string, string>>,
): string | null {
  const headers = [
    ['host', host],
    ['connection', 'keep-alive'],
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Ringpost-Webhooks/1.0'],
    ...Object.entries(extra),
  ];
  const path = pathname + search;
  if (!/^\/[!-~]*$/.test(path) || !headers.every(isSendable)) return null;
  return `${method} ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
}

const isSendable = ([name, value]: readonly string[]): boolean => isHeaderName(name ?? '') && /^[\t -~\x80-\xff]*$/.test(value ?? '');
