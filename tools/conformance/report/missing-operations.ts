import type { Result } from '../check.ts';

/** Counts the checks that were skipped for want of an operation, by the id of that operation, the most frequent first. */
export function missingOperations(results: readonly Result[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { missingOperation } of results) if (missingOperation) counts.set(missingOperation, (counts.get(missingOperation) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, one], [, other]) => other - one));
}

/** Says it in a sentence, or nothing where no check was skipped for that. */
export function missingSentence(results: readonly Result[]): string | null {
  const missing = Object.entries(missingOperations(results));
  if (missing.length === 0) return null;
  const [all, each] = [missing.reduce((sum, [, count]) => sum + count, 0), missing.map(([id, count]) => `${id} ${count}`).join(', ')];
  return `${all} checks need an operation that --operations does not name: ${each}.`;
}
