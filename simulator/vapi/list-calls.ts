import { textAt } from '../json.ts';
import { momentOf } from '../under-way.ts';
import type { SimulatedCall } from './calls.ts';

/** The filters of `GET /call`. Callers page by `createdAtLt` with the last call of the page before. */
export interface CallFilter {
  readonly id: string | null;
  readonly assistantId: string | null;
  readonly phoneNumberId: string | null;
  readonly times: readonly { readonly of: 'createdAt' | 'updatedAt'; readonly is: keyof typeof comparisons; readonly than: number }[];
  readonly limit: number;
}

const defaultLimit = 100;
const maxLimit = 1_000;

/** Reads the filters, or returns a sentence if a parameter is wrong. */
export function readFilter(query: URLSearchParams): CallFilter | string {
  const limit = Number(query.get('limit') ?? defaultLimit);
  if (!Number.isInteger(limit) || limit < 0 || limit > maxLimit) return `limit must be a whole number from 0 to ${maxLimit}.`;
  const times: CallFilter['times'][number][] = [];
  for (const of of ['createdAt', 'updatedAt'] as const) {
    for (const is of ['Gt', 'Ge', 'Lt', 'Le'] as const) {
      const text = query.get(of + is);
      if (text === null) continue;
      const than = Date.parse(text);
      if (Number.isNaN(than)) return `${of}${is} must be an ISO 8601 date.`;
      times.push({ of, is, than });
    }
  }
  return { id: query.get('id'), assistantId: query.get('assistantId'), phoneNumberId: query.get('phoneNumberId'), times, limit };
}

export const listCalls = (newestFirst: readonly SimulatedCall[], filter: CallFilter): readonly SimulatedCall[] =>
  newestFirst.filter((call) => fits(call, filter)).slice(0, filter.limit);

function fits(call: SimulatedCall, { id, assistantId, phoneNumberId, times }: CallFilter): boolean {
  return (
    (id === null || call.id === id) &&
    (assistantId === null || textAt(call.request, 'assistantId') === assistantId) &&
    (phoneNumberId === null || textAt(call.request, 'phoneNumberId') === phoneNumberId) &&
    times.every(({ of, is, than }) =>
      comparisons[is](of === 'createdAt' ? call.createdAt.getTime() : momentOf(call, call.ms).getTime(), than),
    )
  );
}

const comparisons = {
  Gt: (time: number, than: number) => time > than,
  Ge: (time: number, than: number) => time >= than,
  Lt: (time: number, than: number) => time < than,
  Le: (time: number, than: number) => time <= than,
};
