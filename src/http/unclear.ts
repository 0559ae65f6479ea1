import type { IncomingMessage } from 'node:http';

/**
 * What is wrong with a request that Node can read and somebody before us may have read otherwise; null where nothing is.
 * Node takes any version for its own, and of a header that may stand once it keeps the first and tells nobody of the
 * others, while a proxy may have gone by the last.
 */
export function whyUnclear({ httpVersion, rawHeaders }: IncomingMessage): string | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'The request must be of HTTP/1.1 or HTTP/1.0.';
  let [hosts, keys, types] = [0, 0, 0];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // Their lengths first: no other name has to be put in lower case.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 12 && name.toLowerCase() === 'content-type') types += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') keys += 1;
  }
  // RFC 9112, 3.2. Before HTTP/1.1 there was no such header.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'The request must have one Host header.';
  return keys > 1 || types > 1 ? 'The request must have one Authorization and one Content-Type header at most.' : null;
}
