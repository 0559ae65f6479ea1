import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { Context } from '../context.ts';
import { invalidApiKey, methodNotAllowed } from '../errors.ts';
import type { Config } from '../process/config.ts';
import { endSession, openLink } from '../tenants/api-keys.ts';
import { bearerOf } from '../tenants/authenticate.ts';
import { spend } from '../tenants/rate-budget.ts';
import { refusalOf } from './api.ts';
import { type Exchange, openExchange, type ParsedRequest } from './exchange.ts';
import { failureBudgets } from './failure-budgets.ts';
import type { Page } from './pages.ts';
import { sessionCookie, sessionOf } from './portal-session.ts';
import { type Reply, refusalReply, sendReply } from './reply.ts';
import { recordRequest } from './request-log.ts';

/**
 * The tenant's portal, on the public listener: files without anything secret in them. What the page shows it asks the public API for, with
 * the session of its browser.
 */
export const portalPages = (config: Pick<Config, 'portal'>): Readonly<Record<string, Page>> => ({
  '/portal': file(config, 'portal/page.html', 'text/html; charset=utf-8'),
  '/portal/page.js': file(config, 'portal/generated/page.js', 'text/javascript; charset=utf-8'),
  '/portal/page.css': file(config, 'portal/generated/page.css', 'text/css; charset=utf-8'),
  '/portal/icon.svg': file(config, 'operator-page/icon.svg', 'image/svg+xml'),
  '/portal/theme.css': theme(config),
});

function file(config: Pick<Config, 'portal'>, name: string, type: string): Page {
  const headers = headersOf(config, type);
  return async () => ({ status: 200, headers, text: await readFile(new URL(name, import.meta.url), 'utf8') });
}

function theme(config: Pick<Config, 'portal'>): Page {
  const { stylesheet } = config.portal;
  const headers = headersOf(config, 'text/css; charset=utf-8');
  return async () => ({ status: 200, headers, text: stylesheet === null ? '' : await readFile(stylesheet, 'utf8') });
}

/** The policy allows nothing from other hosts, nothing inline, and only the listed parents. Recordings come from wherever they are kept. */
function headersOf({ portal: { frameAncestors } }: Pick<Config, 'portal'>, type: string) {
  const parents = frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
  return {
    'Content-Type': type,
    'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${parents}`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
}

/** Serves `/portal/session`: POST with a link as bearer token opens it, DELETE ends the session. Both need the header of the page. */
export function servePortalSession(context: Context): (request: ParsedRequest, response: ServerResponse) => Promise<void> {
  const failuresOf = failureBudgets(context.config);
  const refused = async (exchange: Exchange): Promise<never> => {
    await spend(context.pacing, failuresOf(exchange.request), context.clock.now());
    throw invalidApiKey('This link has been opened before, has expired, or is not whole.');
  };
  return async (request, response) => {
    const exchange = openExchange(request, response);
    exchange.route = '/portal/session';
    let reply: Reply;
    try {
      if (exchange.method === 'POST') reply = (await opened(context, exchange)) ?? (await refused(exchange));
      else if (exchange.method === 'DELETE') reply = await ended(context, exchange);
      else throw methodNotAllowed(['POST', 'DELETE']);
    } catch (error) {
      reply = refusalReply(refusalOf(context, exchange, error));
    }
    sendReply(exchange, reply);
    recordRequest(context, exchange, reply.status);
  };
}

async function opened(context: Context, exchange: Exchange): Promise<Reply | undefined> {
  const { headers } = exchange.request;
  const link = headers['x-ringpost-page'] === undefined ? undefined : bearerOf(headers.authorization);
  const session = link === undefined ? undefined : await openLink(context, link);
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

async function ended(context: Context, { request }: Exchange): Promise<Reply> {
  const session = sessionOf(request.headers);
  const isOver = session === undefined || (await endSession(context, session));
  return { status: 204, headers: isOver ? { 'Set-Cookie': sessionCookie(context.config, '', 0) } : {} };
}
