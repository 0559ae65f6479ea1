import MiniSearch from 'minisearch';
import type { SearchEntry } from './search-entry.ts';

/**
 * Returns a function that finds the entries with every word, best matches first, or those with any of the words if none has all. A word
 * in a title counts most. Words match from their beginning; where not all are found, typing mistakes are forgiven.
 */
export function createSearch(entries: readonly SearchEntry[]): (asked: string) => readonly SearchEntry[] {
  const index = new MiniSearch<SearchEntry & { readonly id: number }>({ fields: ['heading', 'page', 'text'] });
  // The beginning of a page has the page's title for a heading.
  index.addAll(entries.map((entry, id) => ({ ...entry, heading: entry.heading || entry.page, id })));
  return (asked) => {
    const words = tokenize(asked.toLowerCase()).filter(Boolean);
    if (words.length === 0) return [];
    const queries = words.map((word) => ({ combineWith: 'OR' as const, queries: [word, ...(synonyms[word] ?? [])] }));
    const all = index.search({ combineWith: 'AND', queries }, ranking);
    const found = all.length > 0 ? all : index.search({ combineWith: 'OR', queries }, { ...ranking, fuzzy: 0.2 });
    return found.slice(0, mostFound).flatMap(({ id }) => entries[id] ?? []);
  };
}

const tokenize: (text: string) => readonly string[] = MiniSearch.getDefault('tokenize');
const ranking = { prefix: true, boost: { heading: 6, page: 5 }, weights: { prefix: 0.4, fuzzy: 0.2 } };
const mostFound = 12;

/** What readers ask for, and the words of these pages. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  auth: ['authorization', 'key'],
  backoff: ['schedule'],
  cancel: ['hang', 'end'],
  dlq: ['letters'],
  hmac: ['signature', 'signatures'],
  library: ['client'],
  mock: ['simulator'],
  resend: ['again', 'replay'],
  retry: ['retries'],
  sandbox: ['simulator'],
  sdk: ['client'],
  throttling: ['limits', 'limit'],
  token: ['key'],
  ts: ['typescript'],
};
