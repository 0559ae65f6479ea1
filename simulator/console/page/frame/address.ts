import { useLayoutEffect, useState } from 'preact/hooks';

/**
 * What a page shows, as its address says it: `#/deliveries?status=failed` is a search, `#/deliveries/019b…` one delivery. It stands
 * behind the `#`, so that a link can be sent and no server's log has it.
 */
export interface Address {
  /** The parts of the path. None is the first view. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string | undefined>>;

function addressOf(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { path: path.split('/').filter(Boolean).map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Members of the query that are empty are left out. */
export function hashOf(path: readonly string[], query: Query = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '');
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return `#/${path.map(encodeURIComponent).join('/')}${search}`;
}

/** The address at this moment, even if the page is not drawn for it yet. */
export const here = (): Address => addressOf(location.hash);

/** Leads the page to another address of its own. The browser's Back leads to the one before, unless that is replaced. */
export function go(path: readonly string[], query: Query = {}, step: 'push' | 'replace' = 'push'): void {
  const hash = hashOf(path, query);
  if (hash === location.hash) return;
  if (step === 'push') history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
  for (const tell of listeners) tell();
}

/** The browser reports no step that the page makes itself. */
const listeners = new Set<() => void>();

export function useAddress(): Address {
  const [address, setAddress] = useState(here);
  // An effect would begin to listen only after the first frame, and a step before it would be lost.
  useLayoutEffect(() => {
    const listen = (): void => setAddress(here());
    listeners.add(listen);
    addEventListener('hashchange', listen);
    return () => {
      listeners.delete(listen);
      removeEventListener('hashchange', listen);
    };
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
