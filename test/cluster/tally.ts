import type { Watch } from '../faults/matrix/load.ts';
import type { Window } from './outcome.ts';

/** Counts what clients are answered. */
export interface Tally {
  readonly watch: Watch;
  /** Requests that were refused last time, and are sent again. */
  open(): number;
  /**
   * Returns what clients saw of the faults in between. A request that was refused then and is still refused later suffers
   * from the same fault: all its answers count there.
   */
  between(from: number, to: number): Pick<Window, 'requests' | 'failed' | 'refusals' | 'longestMs'>;
}

interface Answered {
  readonly at: number;
  /** When the request was refused first; where it never was, `at`. */
  readonly since: number;
  readonly request: string;
  /** What a refusal said; null where it was none. */
  readonly refusal: string | null;
}

/** Told of each answer at the moment that `now` says. */
export function startTally(now: () => number = () => performance.now()): Tally {
  const answers: Answered[] = [];
  const refusedSince = new Map<string, number>();
  return {
    watch(request, { status, text }) {
      const at = now();
      const isRefused = status === 0 || status >= 500;
      const first = refusedSince.get(request) ?? at;
      if (isRefused) refusedSince.set(request, first);
      else refusedSince.delete(request);
      answers.push({
        at,
        since: first,
        request,
        refusal: isRefused ? `${status} ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}` : null,
      });
    },
    open: () => refusedSince.size,
    between(from, to) {
      const seen = answers.filter(({ since }) => since >= from && since < to);
      const refused = seen.filter(({ refusal }) => refusal !== null);
      return {
        requests: seen.length,
        failed: refused.length,
        refusals: refused.map(({ at, request, refusal }) => `${request} after ${Math.round(at - from)} ms: ${refusal}`),
        longestMs: Math.max(0, ...seen.filter(({ refusal }) => refusal === null).map(({ at, since }) => at - since)),
      };
    },
  };
}
