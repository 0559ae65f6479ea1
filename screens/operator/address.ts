import { useEffect, useState } from 'preact/hooks';

/**
 * What the page shows, as its address says it: `#/deliveries?status=failed` is a search, `#/deliveries/019b…` one delivery. It stands
 * behind the `#`, so that a link can be sent and no server's log has it.
 */
export interface Address {
  /** The parts of the path. None is the first view. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export function addressOf(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Members of the query that are empty are left out. */
export function hashOf(path: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '');
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return `#/${path.map(encodeURIComponent).join('/')}${search}`;
}

/** Leads the page to another address of its own. */
export function go(path: readonly string[], query?: Readonly<Record<string, string | undefined>>): void {
  location.hash = hashOf(path, query);
}

export function useAddress(): Address {
  const [address, setAddress] = useState(() => addressOf(location.hash));
  useEffect(() => {
    const listen = (): void => setAddress(addressOf(location.hash));
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);
  return address;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
