/** A condition on a run's figures, such as `webhook.lag.p99 < 2s at 50/s` or `lost == 0`. Times are in milliseconds. */
export interface Threshold {
  readonly text: string;
  /** The name of the figure: `call.accept.p95`, or that of a count. */
  readonly figure: string;
  readonly comparison: Comparison;
  readonly limit: number;
  /** Only what arrived at this rate counts. Null: all of the run. */
  readonly atRate: number | null;
}

type Comparison = '<' | '<=' | '==' | '>=' | '>';

export interface Judged {
  readonly text: string;
  /** Null where the run has no such figure, which fails. */
  readonly value: number | null;
  readonly holds: boolean;
}

/**
 * Returns what is wrong with a threshold, in half a sentence, or null. `kindOf` tells what a figure is, and null where
 * there is none of that name.
 */
export function thresholdProblem(text: string, kindOf: (figure: string) => 'duration' | 'count' | null): string | null {
  const [, figure = '', , number, unit] = form.exec(text.trim()) ?? [];
  const kind = kindOf(figure);
  if (kind === null) return 'is no threshold. Some are call.accept.p95 < 200ms, webhook.lag.p99 < 2s at 50/s and lost == 0.';
  if (kind === 'duration' && unit === undefined) return `has no unit: write ${number}ms or ${number}s.`;
  if (kind === 'count' && unit !== undefined) return `has a unit, and ${figure} is a number: write ${number}.`;
  return null;
}

/** Throws where `thresholdProblem` finds the form wrong. */
export function threshold(text: string): Threshold {
  const [, figure, comparison, number, unit, rate] = form.exec(text.trim()) ?? [];
  if (!figure || !isComparison(comparison)) throw new Error(`${text} is no threshold.`);
  const limit = Number(number) * (unit === 's' ? 1_000 : 1);
  return { text: text.trim(), figure, comparison, limit, atRate: rate === undefined ? null : Number(rate) };
}

/** `figureNamed` returns a figure, or null if the run has none. */
export function judge(
  { text, figure, comparison, limit, atRate }: Threshold,
  figureNamed: (figure: string, atRate: number | null) => number | null,
): Judged {
  const value = figureNamed(figure, atRate);
  return { text, value, holds: value !== null && compare[comparison](value, limit) };
}

const form = /^([a-z]+(?:\.[a-z0-9]+)*)\s*(<=|<|==|>=|>)\s*(\d+(?:\.\d+)?)(ms|s)?(?:\s+at\s+(\d+(?:\.\d+)?)\/s)?$/;

const compare: Readonly<Record<Comparison, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '==': (value, limit) => value === limit,
  '>=': (value, limit) => value >= limit,
  '>': (value, limit) => value > limit,
};

const isComparison = (text: string | undefined): text is Comparison => text !== undefined && Object.hasOwn(compare, text);
