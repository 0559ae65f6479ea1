import type { Json } from '../json.ts';
import { momentOf } from '../under-way.ts';
import { type Refusal, refusal } from './errors.ts';
import type { SimulatedText } from './texts.ts';

/** The filters of `GET Messages.json`, and the requested page. */
export interface TextFilter {
  readonly to: string | null;
  readonly from: string | null;
  /** Is in milliseconds; a text counts if `from <= its time < until`. */
  readonly sent: { readonly from: number; readonly until: number };
  readonly page: number;
  readonly pageSize: number;
  /** Is the last text of the page before, by its `PageToken`. */
  readonly afterSid: string | null;
}

const defaultPageSize = 50;
const maxPageSize = 1_000;

/** Reads the filters. In a parsed query, `DateSent<` and `DateSent>` are the names of `DateSent<=…` and `DateSent>=…`. */
export function readTextFilter(query: URLSearchParams): TextFilter | Refusal {
  const [page, pageSize] = [Number(query.get('Page') ?? 0), Number(query.get('PageSize') ?? defaultPageSize)];
  if (!Number.isInteger(page) || page < 0) return refusal(20001, 'Page must be a whole number.');
  if (!Number.isInteger(pageSize) || pageSize < 1) return refusal(20001, 'PageSize must be a whole number above 0.');
  const [on, before, after] = ['DateSent', 'DateSent<', 'DateSent>'].map((name) => readSpan(query.get(name)));
  if (on === undefined || before === undefined || after === undefined)
    return refusal(20001, 'DateSent must be a date such as 2030-01-15, or a time such as 2030-01-15T09:30:00Z.');
  return {
    to: query.get('To'),
    from: query.get('From'),
    sent: { from: Math.max(on.from, after.from), until: Math.min(on.until, before.until) },
    page,
    pageSize: Math.min(pageSize, maxPageSize),
    afterSid: /^PA(SM[0-9a-f]{32})$/.exec(query.get('PageToken') ?? '')?.[1] ?? null,
  };
}

interface Span {
  readonly from: number;
  readonly until: number;
}

const always: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** Reads a date as a whole day of UTC, and a time as a whole second. Returns undefined for other text. */
function readSpan(text: string | null): Span | undefined {
  if (text === null) return always;
  const from = Date.parse(text);
  if (!/^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) || Number.isNaN(from)) return undefined;
  return { from, until: from + (text.includes('T') ? 1_000 : 24 * 60 * 60 * 1_000) };
}

/** Returns one page in Twilio's form. `path` is that of the list; links to other pages contain the filters. */
export function listTexts(
  newestFirst: readonly SimulatedText[],
  filter: TextFilter,
  { path, query, view }: { readonly path: string; readonly query: URLSearchParams; readonly view: (text: SimulatedText) => Json },
): Json {
  const fitting = newestFirst.filter((text) => fits(text, filter));
  // The token names a text, so that its position holds while newer texts arrive. A page number would not.
  const last = filter.afterSid === null ? -1 : fitting.findIndex(({ sid }) => sid === filter.afterSid);
  const start = last >= 0 ? last + 1 : filter.page * filter.pageSize;
  const shown = fitting.slice(start, start + filter.pageSize);
  const link = (page: number, token: string | null): string => {
    const linked = new URLSearchParams([...query].filter(([name]) => !['Page', 'PageSize', 'PageToken'].includes(name)));
    linked.set('PageSize', String(filter.pageSize));
    linked.set('Page', String(page));
    if (token !== null) linked.set('PageToken', token);
    return `${path}?${linked}`;
  };
  const more = start + shown.length < fitting.length;
  return {
    first_page_uri: link(0, null),
    next_page_uri: more ? link(filter.page + 1, `PA${shown.at(-1)?.sid}`) : null,
    previous_page_uri: filter.page > 0 ? link(filter.page - 1, null) : null,
    page: filter.page,
    page_size: filter.pageSize,
    start: filter.page * filter.pageSize,
    end: filter.page * filter.pageSize + Math.max(0, shown.length - 1),
    uri: link(filter.page, null),
    messages: shown.map(view),
  };
}

function fits(text: SimulatedText, { to, from, sent }: TextFilter): boolean {
  // Twilio counts in whole seconds. A text that was not sent yet has the time at which it was accepted.
  const time = Math.floor(momentOf(text, text.sentMs ?? 0).getTime() / 1_000) * 1_000;
  return (to === null || text.to === to) && (from === null || text.from === from) && time >= sent.from && time < sent.until;
}
