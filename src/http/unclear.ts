import type { IncomingMessage } from 'node:http';

/**
 * Returns the fault of a request that a proxy may have read differently from Node, or null. Node accepts any HTTP
 * version. Of a repeated header that may appear once it silently keeps the first, while a proxy may have used the last;
 * a repeated `Idempotency-Key` it joins into a key that neither of the two is.
 */
export function whyUnclear({ httpVersion, rawHeaders }: IncomingMessage): string | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'The request must be of HTTP/1.1 or HTTP/1.0.';
  let [hosts, keys, types, idempotencyKeys, encodings] = [0, 0, 0, 0, 0];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // Comparing lengths first avoids lower-casing all other names.
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 12 && name.toLowerCase() === 'content-type') types += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') keys += 1;
    else if (name.length === 15 && name.toLowerCase() === 'idempotency-key') idempotencyKeys += 1;
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding')
      encodings += rawHeaders[at + 1]?.toLowerCase() === 'chunked' ? 1 : 2;
  }
  // RFC 9112, 3.2, requires one Host. Before HTTP/1.1 the header did not exist.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'The request must have one Host header.';
  // RFC 9112, 6.1: HTTP/1.0 has none, and Node undoes no other.
  if (encodings > (httpVersion === '1.1' ? 1 : 0)) return 'The request must have no Transfer-Encoding but chunked, of HTTP/1.1.';
  if (keys > 1 || types > 1) return 'The request must have one Authorization and one Content-Type header at most.';
  return idempotencyKeys > 1 ? 'The request must have one Idempotency-Key header at most.' : null;
}
