import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../process/config.ts';
import type { PortalSession } from '../tenants/authenticate.ts';

/** The session of a browser in the tenant's portal: a cookie whose value is the text of a key that ends within an hour. */

const name = 'ringpost_portal';

/**
 * Returns the session, or undefined without the header, which no page of another site can send: no preflight request is answered. The
 * header names the tenant that the page shows: another link may have changed the cookie meanwhile.
 */
export function sessionOf({ cookie, 'x-ringpost-page': tenantId }: IncomingHttpHeaders): PortalSession | undefined {
  if (cookie === undefined || typeof tenantId !== 'string') return undefined;
  const key = /(?:^|;\s*)ringpost_portal=(\w{1,128})(?:;|$)/.exec(cookie)?.[1];
  return key === undefined ? undefined : { key, tenantId };
}

/** Returns the value of `Set-Cookie` that gives a browser this session, or takes it from the browser. */
export function sessionCookie(config: Pick<Config, 'publicUrl' | 'portal'>, value: string, seconds: number): string {
  return `${name}=${value}; Max-Age=${seconds}; Path=${new URL(config.publicUrl).pathname}; HttpOnly; ${attributesFor(config)}`;
}

/** A page in a frame of another site gets no cookie that is `Strict`. Browsers keep a partitioned one for each site that embeds the page. */
function attributesFor({ publicUrl, portal }: Pick<Config, 'publicUrl' | 'portal'>): string {
  if (portal.frameAncestors.length > 0) return 'SameSite=None; Secure; Partitioned';
  return publicUrl.startsWith('https:') ? 'SameSite=Strict; Secure' : 'SameSite=Strict';
}
