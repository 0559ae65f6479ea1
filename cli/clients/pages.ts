import { object } from '../../src/contract/json.ts';
import { firstOf } from '../../tools/listen/first-of.ts';
import { flag, text, wholeNumber } from '../parts/options.ts';
import type { Screen } from '../parts/screen.ts';
import type { Reply } from './operator-client.ts';

/** The options of every list of the operator API that comes in pages. */
export const pageOptions = {
  limit: wholeNumber('How many at most (50).', 1, 200),
  cursor: text('Where the page begins, as the page before said; give the same filters again.'),
  all: flag('All of them.'),
};

interface Wanted {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly all: boolean;
}

type Page<Name extends string> = { readonly [Key in Name]: readonly unknown[] } & { readonly nextCursor: string | null };

/**
 * Returns a page, or all from it on as if they were one. A page is empty if nothing in a stretch of what is searched fits the filter:
 * the search goes on after it.
 */
export async function pageOrAll<Name extends string, Body extends Page<Name>>(
  name: Name,
  { limit, cursor, all }: Wanted,
  ask: (page: { readonly limit?: number; readonly cursor?: string }) => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  const most = all ? { limit: 200 } : limit === undefined ? {} : { limit };
  let page = await ask(cursor === undefined ? most : { ...most, cursor });
  const found = [...page.body[name]];
  while (page.body.nextCursor !== null && (all || found.length === 0)) {
    page = await ask({ ...most, cursor: page.body.nextCursor });
    found.push(...page.body[name]);
  }
  if (!all) return page;
  const body = { ...page.body, [name]: found };
  return { body, text: JSON.stringify(body) };
}

/** The options of a list of the public API, whose client turns the pages itself. */
export const countOptions = {
  limit: wholeNumber('How many at most (20).', 1, 10_000),
  all: flag('All of them.'),
};

export const someOrAll = <Item>(items: AsyncIterable<Item>, { limit = 20, all }: Omit<Wanted, 'cursor'>): Promise<readonly Item[]> =>
  firstOf(items, all ? Number.POSITIVE_INFINITY : limit);

/** Says where a reply of a list goes on, if it does. */
export function noteMore(screen: Screen, reply: unknown): void {
  const { nextCursor } = object(reply);
  if (typeof nextCursor === 'string') screen.note(`There may be more: --all, or --cursor ${nextCursor}`);
}
