import type { Context } from '../context.ts';
import { docsHtml } from '../contract/docs-html.ts';
import { prebuiltPage } from '../contract/docs-pages.ts';
import { type PublishedDocument, type PublishedText, publication } from '../contract/publication.ts';
import { notFound } from '../errors.ts';
import type { ParsedRequest } from './exchange.ts';
import type { Page } from './pages.ts';
import type { Reply } from './reply.ts';

/** The published documents, as data and as pages to read. */
export function docs({ config }: Pick<Context, 'config'>): Readonly<Record<string, Page>> {
  const { openapi, asyncapi } = publication(config.publicUrl);
  return {
    '/openapi.yaml': async (request) => published(request, await openapi.yaml(), yamlType),
    '/openapi.json': async (request) => published(request, openapi.json(), jsonType),
    '/asyncapi.yaml': async (request) => published(request, await asyncapi.yaml(), yamlType),
    '/asyncapi.json': async (request) => published(request, asyncapi.json(), jsonType),
    '/docs': () => html('openapi', openapi, config),
    '/docs/events': () => html('asyncapi', asyncapi, config),
  };
}

const yamlType = 'application/yaml; charset=utf-8';
const jsonType = 'application/json';

/** Asked for again, it is sent again only if it has changed. */
function published(request: ParsedRequest, { text, etag }: PublishedText, contentType: string): Reply {
  const headers = { 'Content-Type': contentType, ETag: etag, 'Cache-Control': 'public, max-age=60' };
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  if (known.includes(etag) || known.includes('*'))
    return { status: 304, headers: { ETag: etag, 'Cache-Control': headers['Cache-Control'] } };
  return { status: 200, headers, text };
}

async function html(
  name: 'openapi' | 'asyncapi',
  document: PublishedDocument,
  { publicUrl, dataFolder }: Context['config'],
): Promise<Reply> {
  const text = (await prebuiltPage(name, publicUrl)) ?? (await docsHtml(document.page(), dataFolder));
  if (text === null) throw notFound();
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, max-age=60' }, text };
}
