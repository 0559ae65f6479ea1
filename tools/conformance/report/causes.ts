import { type Finding, groupOf, type Result } from '../check.ts';

/** A failure with those that follow from the same cause, which a report tells together. */
export interface Cause {
  readonly failure: Result;
  readonly others: readonly Result[];
}

/**
 * Puts the failures together that follow from one cause, in the order of the results. A failure follows from another if
 * each of its findings is there, too: with the same words, but for ids, or, for a rule of every response (group B), with the
 * same exchange.
 */
export function causesOf(results: readonly Result[]): readonly Cause[] {
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  const causes: { failure: Result; words: ReadonlySet<string>; exchanges: ReadonlySet<unknown>; others: Result[] }[] = [];
  const byCertainty = [...failed].sort((one, other) => rank(one) - rank(other) || sayings(other).size - sayings(one).size);
  for (const failure of byCertainty) {
    const cause = causes.find(({ words, exchanges }) =>
      failure.findings.every(
        (finding) => words.has(wordsOf(finding)) || (isRuleOfResponses(failure) && finding.exchange && exchanges.has(finding.exchange)),
      ),
    );
    if (cause && failure.findings.length > 0) cause.others.push(failure);
    else causes.push({ failure, words: sayings(failure), exchanges: exchangesOf(failure), others: [] });
  }
  const place = (result: Result): number => failed.indexOf(result);
  return causes
    .map(({ failure, others }) => ({ failure, others: others.sort((one, other) => place(one) - place(other)) }))
    .sort((one, other) => place(one.failure) - place(other.failure));
}

/** Returns, by the id of each failure that is told with another, the id of that other. */
export const followers = (results: readonly Result[]): ReadonlyMap<string, string> =>
  new Map(causesOf(results).flatMap(({ failure, others }) => others.map(({ check }) => [check.id, failure.check.id] as const)));

const isRuleOfResponses = ({ check }: Result): boolean => groupOf(check.id) === 'B';
/** A rule of every response may be the consequence of a check's failure, and never its cause. */
const rank = (result: Result): number => (isRuleOfResponses(result) ? 1 : 0);

const sayings = ({ findings }: Result): ReadonlySet<string> => new Set(findings.map(wordsOf));

/** A rule of every response is never the cause, so its exchanges are those of no other. */
const exchangesOf = (result: Result): ReadonlySet<unknown> =>
  new Set(isRuleOfResponses(result) ? [] : result.findings.flatMap(({ exchange }) => exchange ?? []));

/** Returns the finding's text without what differs between two of its kind: ids. */
const wordsOf = ({ message }: Finding): string =>
  message.replace(/\b(?:[a-z]{2,6}_[0-9a-z]{10,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})\b/gi, '…');
