import type { ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import { invalidApiKey, methodNotAllowed } from '../errors.ts';
import type { Config } from '../process/config.ts';
import { createFindKey, endSession, type FindKey, keyFits, openLink, parseApiKey } from '../tenants/api-keys.ts';
import { bearerOf, isAlive } from '../tenants/authenticate.ts';
import { spend } from '../tenants/rate-budget.ts';
import { type Exchange, openExchange, type ParsedRequest } from './exchange.ts';
import { failureBudgets } from './failure-budgets.ts';
import { pageFile } from './page-file.ts';
import { answerOutsideApi, type Page } from './pages.ts';
import { sessionCookie, sessionOf } from './portal-session.ts';
import type { Reply } from './reply.ts';

/**
 * The tenant's portal, on the public listener: files without anything secret in them. What the page shows it asks the public API for, with
 * the session of its browser.
 */
export function portalPages({ portal }: Pick<Config, 'portal'>): Readonly<Record<string, Page>> {
  const file = (name: string, type: string): Page => pageFile(new URL(name, import.meta.url), type, portal.frameAncestors);
  return {
    '/portal': file('portal/page.html', 'text/html; charset=utf-8'),
    '/portal/page.js': file('portal/generated/page.js', 'text/javascript; charset=utf-8'),
    '/portal/page.css': file('portal/generated/page.css', 'text/css; charset=utf-8'),
    '/portal/icon.svg': file('operator-page/icon.svg', 'image/svg+xml'),
    '/portal/theme.css': pageFile(portal.stylesheet, 'text/css; charset=utf-8', portal.frameAncestors),
  };
}

/** Serves `/portal/session`: POST with a link as bearer token opens it, GET reads the session, DELETE ends it. All need the header of the page. */
export function servePortalSession(context: Context): (request: ParsedRequest, response: ServerResponse) => Promise<void> {
  const failuresOf = failureBudgets(context.config);
  const findKey = createFindKey(context.db);
  const refused = async (exchange: Exchange): Promise<never> => {
    await spend(context.pacing, failuresOf(exchange.request), context.clock.now());
    throw invalidApiKey('This link has been opened before, has expired, or is not whole.');
  };
  return async (request, response) => {
    const exchange = openExchange(request, response);
    exchange.route = '/portal/session';
    await answerOutsideApi(context, exchange, async () => {
      if (exchange.method === 'POST') return (await opened(context, findKey, exchange)) ?? refused(exchange);
      if (exchange.method === 'GET') return (await found(context, findKey, exchange)) ?? refused(exchange);
      if (exchange.method === 'DELETE') return ended(context, findKey, exchange);
      throw methodNotAllowed(['GET', 'POST', 'DELETE']);
    });
  };
}

async function opened(context: Context, findKey: FindKey, exchange: Exchange): Promise<Reply | undefined> {
  const { headers } = exchange.request;
  const link = headers['x-ringpost-page'] === undefined ? undefined : bearerOf(headers.authorization);
  const session = link === undefined ? undefined : await openLink(context, findKey, link);
  if (!session) return undefined;
  const { row, text } = session;
  exchange.tenantId = row.tenant_id;
  const expiresAt = row.expires_at ?? context.clock.now();
  const seconds = Math.ceil((expiresAt.getTime() - context.clock.now().getTime()) / 1_000);
  return {
    status: 200,
    headers: { 'Set-Cookie': sessionCookie(context.config, text, seconds) },
    body: { tenantId: row.tenant_id, scopes: row.scopes, expiresAt: expiresAt.toISOString() },
  };
}

/** Answers what the session of this browser may do, to a page that shows its tenant or none yet. Who sends no session is not counted as guessing. */
async function found(context: Context, findKey: FindKey, exchange: Exchange): Promise<Reply | undefined> {
  const session = sessionOf(exchange.request.headers);
  if (session === undefined) throw invalidApiKey('No session is open in this browser.');
  const given = parseApiKey(session.key, ['portal']);
  const key = given && (await findKey(given.id));
  if (!given || !key || !keyFits(given, key) || !isAlive(key, context.clock.now())) return undefined;
  if (session.tenantId !== 'none' && session.tenantId !== key.tenantId) return undefined;
  exchange.tenantId = key.tenantId;
  return { status: 200, body: { tenantId: key.tenantId, scopes: key.scopes, expiresAt: key.expiresAt?.toISOString() } };
}

async function ended(context: Context, findKey: FindKey, { request }: Exchange): Promise<Reply> {
  const session = sessionOf(request.headers);
  const isOver = session === undefined || (await endSession(context, findKey, session));
  return { status: 204, headers: isOver ? { 'Set-Cookie': sessionCookie(context.config, '', 0) } : {} };
}
