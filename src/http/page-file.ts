import { readFile } from 'node:fs/promises';
import { tagged } from '../contract/publication.ts';
import { type Page, unlessKnown } from './pages.ts';

/**
 * Serves a file of a page that asks an API for what it shows; nothing where there is no file. The policy allows nothing from other hosts,
 * nothing inline, and only the listed parents. Recordings come from wherever they are kept.
 */
export function pageFile(file: URL | string | null, contentType: string, frameAncestors: readonly string[] = []): Page {
  const parents = frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
  const headers = {
    'Content-Type': contentType,
    'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${parents}`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
  return async (request) => {
    const text = file === null ? '' : await readFile(file, 'utf8');
    // A browser that gets 304 keeps the policy that it has, so another policy has another tag.
    const { etag } = tagged(`${headers['Content-Security-Policy']}\n${text}`);
    return unlessKnown(request, etag, { status: 200, headers: { ...headers, ETag: etag }, text });
  };
}
