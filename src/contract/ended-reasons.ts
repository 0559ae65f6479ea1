import { once, publicContract } from './documents.ts';
import { literal } from './routes.ts';

/** A row of the documents' table of ended reasons. */
export interface EndedReasonRow {
  /** In a pattern an asterisk stands for any text. */
  readonly match: readonly string[];
  readonly means: string;
  /** What the voice provider's word says by itself. It is missing in the row of unknown words, and in those of our own. */
  readonly disposition?: 'answered' | 'voicemail' | 'no_answer' | 'busy' | 'canceled' | 'failed';
  /** Says that no telephone was reached, whatever the provider reported before. */
  readonly unreached?: true;
  readonly answered?: EndedRow;
  readonly unanswered?: EndedRow;
}

interface EndedRow {
  readonly status: DocumentedEnding['status'];
  /** Is a word, `classified`, or `classified or` a word. */
  readonly outcome: string;
  readonly durationSeconds: 'value' | 'null';
}

/** What the documents make of the end of a call. */
export interface DocumentedEnding {
  readonly status: 'completed' | 'no_answer' | 'busy' | 'failed' | 'canceled';
  /** Is the outcome where the analysis has found none, or null. */
  readonly outcome: string | null;
}

/** The rows of `x-ended-reasons`, in its order. */
export const endedReasonRows: () => readonly EndedReasonRow[] = once(
  // The extension is Ringpost's own, and the types of OpenAPI do not know it.
  () => (publicContract().document as unknown as { readonly 'x-ended-reasons': readonly EndedReasonRow[] })['x-ended-reasons'],
);

/**
 * Returns the first row that fits a reason, of those that have an answered or unanswered side if one is asked for. The list of reasons
 * is open and grows (217 became 597), and the last row fits any.
 */
export function endedReasonRow(reason: string, side?: 'answered' | 'unanswered'): EndedReasonRow {
  const found = patterns().find(({ row, pattern }) => (!side || row[side]) && pattern.test(reason));
  if (!found) throw new Error(`The document has no row for ${reason}.`);
  return found.row;
}

const patterns = once(() => endedReasonRows().map((row) => ({ row, pattern: patternOf(row.match) })));

/** Returns what the documents say of a call that ended for this reason. */
export function documentedEnding(reason: string, isAnswered: boolean): DocumentedEnding {
  const side = isAnswered ? 'answered' : 'unanswered';
  const { status, outcome } = endedReasonRow(reason, side)[side] as EndedRow; // The row was asked for with this side.
  return { status, outcome: outcome.startsWith('classified') ? (outcome.split(' or ')[1] ?? null) : outcome };
}

/** Tells if a reason fits a pattern of the document. */
export const fits = (pattern: string, reason: string): boolean => patternOf([pattern]).test(reason);

const patternOf = (match: readonly string[]): RegExp =>
  new RegExp(`^(${match.map((pattern) => pattern.split('*').map(literal).join('.*')).join('|')})$`, 's');
