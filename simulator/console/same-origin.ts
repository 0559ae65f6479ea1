/**
 * The relay adds keys to what the page asks, so it must know the page. Two attacks come from a browser on this machine
 * that has another page open: that page asks us by itself (CSRF: `Origin` and `Sec-Fetch-Site` tell), or it gives its own
 * name our address (DNS rebinding: to the browser it is then the same origin, and only `Host` tells).
 */
export interface Asked {
  readonly host: string | null;
  readonly origin: string | null;
  readonly fetchSite: string | null;
}

export const askedBy = ({ headers }: Request): Asked => ({
  host: headers.get('host'),
  origin: headers.get('origin'),
  fetchSite: headers.get('sec-fetch-site'),
});

/** `Host` is a name that nobody can point elsewhere: loopback, or the very address we were told to listen on. */
export function isOurHost(host: string | null, listeningOn: string): boolean {
  if (host === null || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  const wildcard = listeningOn === '0.0.0.0' || listeningOn === '::';
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname) || (!wildcard && hostname === bracketed(listeningOn));
}

/** A browser says that our own page asks. Who says nothing is no browser, and has no business here. */
export function isOurPage(asked: Asked, listeningOn: string): boolean {
  if (!isOurHost(asked.host, listeningOn)) return false;
  if (asked.origin !== null && asked.origin !== `http://${asked.host}`) return false;
  return asked.fetchSite === null ? asked.origin !== null : asked.fetchSite === 'same-origin';
}

/** No page asks, ours or another: the request carries nothing that only browsers send. */
export const isNoPage = (asked: Asked): boolean => asked.origin === null && asked.fetchSite === null;

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);
