import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { parseUrl } from '../src/process/parse-url.ts';
import { refusal } from './control-api.ts';
import { type Switchboard, write } from './server.ts';

/**
 * Protects the simulator, which often has no key, from pages in a browser on its machine. Such a page can send a request
 * itself (CSRF), which `Origin` and `Sec-Fetch-Site` reveal. It can also point its own name at the simulator (DNS
 * rebinding): the browser then sees the same origin, and only `Host` reveals it.
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

/** Tells if a host is permitted. An attacker cannot redirect an IP address or `localhost`. Browsers always send `Host`. */
function isOurHost(host: string | undefined, known: ReadonlySet<string>): boolean {
  if (host === undefined) return true;
  const [, address = '', name = ''] = /^(?:\[(.*)\]|([^:]*))(?::\d+)?$/.exec(host) ?? [];
  return parseUrl(`http://${host}`) !== null && (isIP(address) === 6 || isIP(name) === 4 || known.has(name.toLowerCase()));
}

/** The headers in which a browser describes the requesting page. */
export interface Asked {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** Is true if the page says that it is the console. No page of another site can send the header: no preflight request is answered. */
  readonly isNamed: boolean;
}

export const askedBy = (headers: IncomingHttpHeaders): Asked => ({
  host: headers.host,
  origin: headers.origin,
  fetchSite: headers['sec-fetch-site']?.toString(),
  isNamed: headers['x-ringpost-page'] !== undefined,
});

/** Tells if the page comes from another address than the request's target. */
const isOtherPage = ({ host, origin, fetchSite }: Asked): boolean =>
  (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host) || fetchSite === 'cross-site' || fetchSite === 'same-site';

/** Tells if the page is the console. Its header must say so: at the plain address of another host browsers send a reading without the others. */
export const isOurPage = (asked: Asked): boolean => asked.isNamed && !isOtherPage(asked);

/** Tells if no page sent the request: it has none of the headers that only browsers and the console send. */
export const isNoPage = ({ origin, fetchSite, isNamed }: Asked): boolean => origin === undefined && fetchSite === undefined && !isNamed;

export const notSameOrigin = (message: string): Response => refusal(403, 'not_same_origin', message);

const hostNotAllowed = (): Response =>
  refusal(403, 'host_not_allowed', 'The simulator answers to IP addresses, to localhost and to the names in --allowed-hosts.');
