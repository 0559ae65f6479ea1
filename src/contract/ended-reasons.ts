import { publicContract } from './documents.ts';

/** What the documents make of the end of a call. */
export interface DocumentedEnding {
  readonly status: 'completed' | 'no_answer' | 'busy' | 'failed' | 'canceled';
  /** Is the outcome where the analysis has found none, or null. */
  readonly outcome: string | null;
}

/** Returns what the first row of `x-ended-reasons` that fits says of a call that ended for this reason. */
export function documentedEnding(reason: string, isAnswered: boolean): DocumentedEnding {
  const rows = (publicContract().document as unknown as EndedReasons)['x-ended-reasons']; // The extension is Ringpost's own; `npm run contract` checks it.
  const side = isAnswered ? 'answered' : 'unanswered';
  const row = rows.find((each) => each[side] && each.match.some((pattern) => fits(pattern, reason)))?.[side];
  if (!row) throw new Error(`The document has no row for ${reason}.`);
  const { status, outcome } = row;
  return { status, outcome: outcome.startsWith('classified') ? (outcome.split(' or ')[1] ?? null) : outcome };
}

interface EndedReasons {
  readonly 'x-ended-reasons': readonly {
    readonly match: readonly string[];
    readonly answered?: EndedRow;
    readonly unanswered?: EndedRow;
  }[];
}

interface EndedRow {
  readonly status: DocumentedEnding['status'];
  /** Is a word, `classified`, or `classified or` a word. */
  readonly outcome: string;
}

/** Tells if a reason fits a pattern of the document, in which an asterisk stands for any text. */
export const fits = (pattern: string, reason: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(reason);
