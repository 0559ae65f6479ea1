import type { Context } from '../context.ts';
import { invalidMembers } from '../contract/problems.ts';
import { parseMoment } from '../contract/since.ts';
import { after, before, dayMs } from '../process/time.ts';

export function momentOf(text: string, path: string): Date {
  const moment = parseMoment(text);
  if (moment === null) throw invalidMembers([{ path, message: 'must be a time' }]);
  return moment;
}

/** Returns the span that a search looks through: what is not given is 30 days away, so that what was made this very moment is found. */
export function searchedSpan({ clock }: Pick<Context, 'clock'>, { since, until }: { since?: string; until?: string }): Span {
  const now = clock.now();
  return {
    since: since ? momentOf(since, '/query/since') : before(now, usualSpanMs),
    until: until ? momentOf(until, '/query/until') : after(now, usualSpanMs),
  };
}

const usualSpanMs = 30 * dayMs;

interface Span {
  readonly since: Date;
  readonly until: Date;
}
