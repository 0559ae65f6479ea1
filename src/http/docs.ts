import type { Context } from '../context.ts';
import { type PublishedText, publication } from '../contract/publication.ts';
import { notFound } from '../errors.ts';
import { documentationSite, type Site, type SiteFile } from './documentation/site.ts';
import type { ParsedRequest } from './exchange.ts';
import type { Page } from './pages.ts';
import type { Reply } from './reply.ts';

/** Serves the published documents as data, and the documentation. */
export function docs({ config }: Pick<Context, 'config'>): Readonly<Record<string, Page>> {
  const { openapi, asyncapi } = publication(config.publicUrl);
  const site = documentationSite(config);
  return {
    '/openapi.yaml': async (request) => published(request, await openapi.yaml(), yamlType),
    '/openapi.json': async (request) => published(request, openapi.json(), jsonType),
    '/asyncapi.yaml': async (request) => published(request, await asyncapi.yaml(), yamlType),
    '/asyncapi.json': async (request) => published(request, asyncapi.json(), jsonType),
    '/docs': async (request) => documentation(request, await site()),
    '/docs/*': async (request) => documentation(request, await site()),
  };
}

const yamlType = 'application/yaml; charset=utf-8';
const jsonType = 'application/json';

const published = (request: ParsedRequest, { text, etag }: PublishedText, contentType: string): Reply =>
  unlessKnown(request, etag, { status: 200, headers: { 'Content-Type': contentType, ETag: etag, 'Cache-Control': briefly }, text });

function documentation(request: ParsedRequest, site: Site | null): Reply {
  if (site === null) throw notFound();
  // The page's links are relative, so its path must end with a slash.
  if (request.path === '/docs') return { status: 308, headers: { Location: 'docs/', 'Cache-Control': briefly } };
  const path = request.path.slice('/docs/'.length) || 'index.html';
  const [name, file] = [path, `${path}.html`].map((one) => [one, site.get(one)] as const).find(([, found]) => found) ?? [];
  if (name !== undefined && file) return unlessKnown(request, file.etag, { status: 200, headers: headersOf(name, file), text: file.text });
  const forPeople = site.get('404.html');
  if (!forPeople || !request.headers.accept?.includes('text/html')) throw notFound();
  return { status: 404, headers: headersOf('404.html', forPeople), text: forPeople.text };
}

function headersOf(name: string, { contentType, etag }: SiteFile): Readonly<Record<string, string>> {
  return {
    'Content-Type': contentType,
    ETag: etag,
    'Cache-Control': /\/[0-9a-f]{12}\.js$/.test(name) ? forEver : briefly,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': name.startsWith('reference/') ? referencePolicy : pagePolicy,
  };
}

const briefly = 'public, max-age=60';
/** The value is for files that are named by their own hash. */
const forEver = 'public, max-age=31536000, immutable';

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Redoc writes its styles into the page, has images and a font in `data:`, and makes its search worker from a blob. */
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Answers 304 if the client has the current version. */
function unlessKnown(request: ParsedRequest, etag: string, reply: Reply): Reply {
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (!known.includes(etag) && !known.includes('*')) return reply;
  return { status: 304, headers: { ETag: etag, 'Cache-Control': reply.headers?.['Cache-Control'] ?? briefly } };
}
