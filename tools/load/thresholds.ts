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
  /** Says why a threshold is not known to hold, and says nothing about the deployment. Null: it holds, or it fails. */
  readonly cannotTell: string | null;
}

/** What a threshold is judged by. `atRate` is as in a threshold. */
export interface Judging {
  /** Says why a figure is not known. Null: it is, or the run has none. */
  unknown(figure: string): string | null;
  /** Returns a figure, or null if the run has none. */
  figureNamed(figure: string, atRate: number | null): number | null;
  /** Returns how late this machine itself was to send, in milliseconds at the 99th percentile. */
  lateMs(atRate: number | null): number;
  /** Returns how many requests were refused as `overloaded`. */
  overloaded(atRate: number | null): number;
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

export function judge(asked: Threshold, judging: Judging): Judged {
  const { text, figure, comparison, limit, atRate } = asked;
  const unknown = judging.unknown(figure);
  if (unknown !== null) return { text, value: null, holds: false, cannotTell: unknown };
  const value = judging.figureNamed(figure, atRate);
  const late = judging.lateMs(atRate);
  const isMet = (reached: number | null): boolean => reached !== null && compare[comparison](reached, limit);
  const holds = isMet(value);
  const mayBeLateness = !holds && isLate(late) && isMet(withoutLateness(value, asked, judging));
  return { text, value, holds, cannotTell: mayBeLateness ? `this machine itself was up to ${late.toFixed(0)} ms late to send` : null };
}

/** A sender that is later than this is told of, because the durations are those of both then. */
export const isLate = (ms: number): boolean => ms >= 50;

/** Returns a figure without what may be the lateness of this machine. */
function withoutLateness(value: number | null, { text, figure, atRate }: Threshold, judging: Judging): number | null {
  const onTheWay = turnsOfRequest * judging.lateMs(atRate);
  if (value === null) return null;
  if (isDuration(text)) return value - onTheWay;
  return figure === 'refused' && onTheWay >= answeredWithinMs ? value - judging.overloaded(atRate) : value;
}

/**
 * A request has its turn about so many times on its way: here, in the service, its database and a simulator. Where all of them
 * share this machine, each turn may be as late as those of the sender.
 */
const turnsOfRequest = 10;

/** A service refuses as `overloaded` what it cannot answer in about this time. */
const answeredWithinMs = 8_000;

/** True for a threshold of a duration: its figure has a name of several parts. */
export const isDuration = (text: string): boolean => /^[a-z]+\./.test(text);

const form = /^([a-z]+(?:\.[a-z0-9]+)*)\s*(<=|<|==|>=|>)\s*(\d+(?:\.\d+)?)(ms|s)?(?:\s+at\s+(\d+(?:\.\d+)?)\/s)?$/;

const compare: Readonly<Record<Comparison, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '==': (value, limit) => value === limit,
  '>=': (value, limit) => value >= limit,
  '>': (value, limit) => value > limit,
};

const isComparison = (text: string | undefined): text is Comparison => text !== undefined && Object.hasOwn(compare, text);
