import type { Clock } from '../process/clock.ts';
import type { Resolve, ResolvedAddress } from './resolver.ts';

/**
 * Remembers addresses for their records' time to live, within bounds, and never failures. Concurrent questions about a
 * name become one. The cache is not trusted: every connection judges the addresses again.
 */
export function cached(resolve: Resolve, clock: Clock): Resolve {
  const known = new Map<string, { readonly answer: Promise<readonly ResolvedAddress[]>; until: number }>();
  return (host) => {
    const found = known.get(host);
    if (found && clock.realNow().getTime() < found.until) return found.answer;
    const answer = resolve(host);
    const entry = { answer, until: Number.POSITIVE_INFINITY };
    known.delete(host);
    known.set(host, entry);
    forgetTheOldest(known);
    answer.then(
      (addresses) => {
        entry.until = clock.realNow().getTime() + 1_000 * rememberedSeconds(addresses);
      },
      () => {
        if (known.get(host) === entry) known.delete(host);
      },
    );
    return answer;
  };
}

/** The least time spares the resolver a burst of questions. The most bounds the effect of a wrong record. */
const bounds = { least: 5, most: 60 };
const maxRemembered = 10_000;

function rememberedSeconds(addresses: readonly ResolvedAddress[]): number {
  const shortest = Math.min(...addresses.map(({ ttl = bounds.least }) => ttl));
  return Math.min(Math.max(shortest, bounds.least), bounds.most);
}

function forgetTheOldest(known: Map<string, unknown>): void {
  for (const host of known.keys()) {
    if (known.size <= maxRemembered) return;
    known.delete(host);
  }
}
