import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { refusal } from './control-api.ts';
import { type Switchboard, write } from './server.ts';

/**
 * The simulator has no key, and a browser on its machine may have any page open. Two attacks come from such a page: it asks us by
 * itself (CSRF: `Origin` and `Sec-Fetch-Site` tell), or it gives its own name our address (DNS rebinding: to the browser it is then
 * the same origin, and `Host` alone tells).
 */
export function guarded(connect: Switchboard, names: readonly string[]): Switchboard {
  const known = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  return (message, response, body) => {
    const refused = isOurHost(message.headers.host, known) ? refusalOfPage(message.method, askedBy(message.headers)) : hostNotAllowed();
    return refused ? write(response, refused) : connect(message, response, body);
  };
}

const refusalOfPage = (method: string | undefined, asked: Asked): Response | null =>
  method === 'GET' || method === 'HEAD' || !isOtherPage(asked) ? null : notSameOrigin('A page of another origin may not ask this.');

/** No stranger can give an IP address or `localhost` another meaning. `Host` is left out by no browser. */
function isOurHost(host: string | undefined, known: ReadonlySet<string>): boolean {
  if (host === undefined) return true;
  const [, address = '', name = ''] = /^(?:\[(.*)\]|([^:]*))(?::\d+)?$/.exec(host) ?? [];
  return isIP(address) === 6 || isIP(name) === 4 || known.has(name.toLowerCase());
}

/** What a browser says of the page that asks. */
export interface Asked {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
}

export const askedBy = (headers: IncomingHttpHeaders): Asked => ({
  host: headers.host,
  origin: headers.origin,
  fetchSite: headers['sec-fetch-site']?.toString(),
});

/** The page comes from another address than the one that the request goes to. */
const isOtherPage = ({ host, origin, fetchSite }: Asked): boolean =>
  (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host) || fetchSite === 'cross-site' || fetchSite === 'same-site';

/** The page is the console. What says nothing is no browser. */
export const isOurPage = (asked: Asked): boolean =>
  !isOtherPage(asked) && (asked.fetchSite === undefined ? asked.origin !== undefined : asked.fetchSite === 'same-origin');

/** No page asks: the request carries nothing that only browsers send. */
export const isNoPage = ({ origin, fetchSite }: Asked): boolean => origin === undefined && fetchSite === undefined;

export const notSameOrigin = (message: string): Response => refusal(403, 'not_same_origin', message);

const hostNotAllowed = (): Response =>
  refusal(403, 'host_not_allowed', 'The simulator answers to IP addresses, to localhost and to the names in --allowed-hosts.');
