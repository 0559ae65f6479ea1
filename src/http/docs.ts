import type { Context } from '../context.ts';
import { artefacts } from '../contract/artefacts/artefacts.ts';
import { type PublishedText, tagged } from '../contract/publication.ts';
import { notFound } from '../errors.ts';
import { apiCatalogue, cataloguePath, catalogueType, describedBy } from './api-catalog.ts';
import { demoPage } from './demo-page.ts';
import { documentationSite, type Site, type SiteFile } from './documentation/site.ts';
import type { ParsedRequest } from './exchange.ts';
import { type Page, unlessKnown } from './pages.ts';
import type { Reply } from './reply.ts';

/** Serves the documents for programs, the catalogue that leads to them, and the documentation. */
export function docs({ config, demo }: Pick<Context, 'config' | 'demo'>): Readonly<Record<string, Page>> {
  const { publicUrl } = config;
  const site = documentationSite(config);
  const links = describedBy(publicUrl);
  const files = Object.entries(artefacts(publicUrl)).map(([path, { text, contentType }]): [string, Page] => [
    `/${path}`,
    async (request) => published(request, await text(), { 'Content-Type': contentType }),
  ]);
  const catalogue = tagged(`${JSON.stringify(apiCatalogue(publicUrl), null, 2)}\n`);
  return {
    ...Object.fromEntries(files),
    [cataloguePath]: async (request) => published(request, catalogue, { 'Content-Type': catalogueType, Link: links }),
    '/llms.txt': async (request) => siteFile(request, await site(), 'llms.txt', links),
    '/docs': async (request) => documentation(request, await site(), links),
    '/docs/demo': demoPage(demo),
    '/docs/*': async (request) => documentation(request, await site(), links),
  };
}

const published = (request: ParsedRequest, { text, etag }: PublishedText, headers: Readonly<Record<string, string>>): Reply =>
  unlessKnown(request, etag, { status: 200, headers: { ...headers, ETag: etag, 'Cache-Control': briefly }, text });

function documentation(request: ParsedRequest, site: Site | null, links: string): Reply {
  if (site === null) throw notFound();
  // The page's links are relative, so its path must end with a slash.
  if (request.path === '/docs') return { status: 308, headers: { Location: 'docs/', 'Cache-Control': briefly } };
  const path = request.path.slice('/docs/'.length) || 'index.html';
  const name = [path, `${path}.html`].find((one) => site.has(one));
  if (name !== undefined) return siteFile(request, site, name, links);
  const forPeople = site.get('404.html');
  if (!forPeople || !request.headers.accept?.includes('text/html')) throw notFound();
  return { status: 404, headers: { ...headersOf('404.html', forPeople), Vary: 'Accept' }, text: forPeople.content };
}

/** Answers with a file of the site. A page names the API's description in its headers. */
function siteFile(request: ParsedRequest, site: Site | null, name: string, links: string): Reply {
  const file = site?.get(name);
  if (!file) throw notFound();
  const headers = { ...headersOf(name, file), ...(isPage.test(name) ? { Link: links } : {}) };
  return unlessKnown(request, file.etag, { status: 200, headers, text: file.content });
}

const isPage = /\.(html|md|txt)$/;

function headersOf(name: string, { contentType, etag }: SiteFile): Readonly<Record<string, string>> {
  return {
    'Content-Type': contentType,
    ETag: etag,
    'Cache-Control': /\/[0-9a-f]{12}\.js$/.test(name) ? forEver : briefly,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': name.startsWith('reference/') ? referencePolicy : name === 'try-it.html' ? tryItPolicy : pagePolicy,
  };
}

const briefly = 'public, max-age=60';
/** The value is for files that are named by their own hash. */
const forEver = 'public, max-age=31536000, immutable';

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** The page sends the reader's requests to this service, and to nothing else. */
const tryItPolicy = `${pagePolicy}; connect-src 'self'`;
/** Redoc writes its styles into the page, has images and a font in `data:`, and makes its search worker from a blob. */
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
