import type { Exchange } from './exchange.ts';
import type { Capability } from './surroundings.ts';
import type { World } from './world.ts';

/**
 * One thing that a deployment must do. A check sends its requests through its world and reports each problem with
 * `world.breach`. It throws a `Breach` if it cannot go on.
 */
export interface Check {
  /** Is the group's letter and a number. */
  readonly id: string;
  /** Is a workflow's name in its document, by which it may be chosen too. */
  readonly alias?: string;
  readonly title: string;
  /** States what the documents promise, and where. */
  readonly rule: string;
  readonly needs?: readonly Capability[];
  /** Is set if only the profile `full` runs the check. */
  readonly profile?: 'full';
  /** Is set if the check moves the clock or uses up something shared. Such a check runs alone. */
  readonly alone?: true;
  /** Is set if a check that is alone leaves nothing for others to look at, and so comes after all of them. */
  readonly last?: true;
  /** Is set if the check waits for time limits of ten seconds or more. */
  readonly waits?: true;
  run(world: World): Promise<void>;
}

export interface Finding {
  readonly kind: 'fail' | 'warn';
  readonly message: string;
  readonly exchange: Exchange | null;
  /** Holds the requests that lead to the finding, the last included, where it takes more than one. */
  readonly sequence?: readonly Exchange[];
  /** Holds the ids of the rules of the specification that are broken, where these are not all that the check looks at. */
  readonly rules?: readonly string[];
}

export type Verdict = 'pass' | 'fail' | 'warn' | 'skipped';

export interface Result {
  readonly check: Pick<Check, 'id' | 'title' | 'rule'>;
  readonly verdict: Verdict;
  /** Says why the check was skipped. */
  readonly reason: string | null;
  /** Is the id of the operation for want of which the check was skipped. */
  readonly missingOperation?: string;
  readonly findings: readonly Finding[];
  readonly exchanges: number;
  readonly ms: number;
}

export const verdictOf = (findings: readonly Finding[]): Verdict =>
  findings.some(({ kind }) => kind === 'fail') ? 'fail' : findings.length > 0 ? 'warn' : 'pass';

export function countsOf(results: readonly Pick<Result, 'verdict'>[]): Readonly<Record<Verdict, number>> {
  const counts = { pass: 0, fail: 0, warn: 0, skipped: 0 };
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}

export type Outcome = 'conforms' | 'fails' | 'nothing judged';

/**
 * Returns what a run says of a deployment. One that could run none of its checks says nothing: the documents (group A)
 * count where no check of the service was asked for, and what looks at the other checks (B, N, O) where nothing else was.
 */
export function outcomeOf(results: readonly Pick<Result, 'check' | 'verdict'>[]): Outcome {
  if (results.some(({ verdict }) => verdict === 'fail')) return 'fails';
  const beside = (letters: string) => results.filter(({ check }) => !letters.includes(groupOf(check.id)));
  const decisive = [beside('ABNO'), beside('BNO'), results].find(({ length }) => length > 0) ?? [];
  return decisive.every(({ verdict }) => verdict === 'skipped') ? 'nothing judged' : 'conforms';
}

/** Thrown when a promise is broken and the check cannot go on. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly exchange: Exchange | null;
  readonly parts: Pick<Finding, 'sequence' | 'rules'>;

  constructor(message: string, exchange: Exchange | null = null, parts: Breach['parts'] = {}) {
    super(message);
    this.exchange = exchange;
    this.parts = parts;
  }
}

export const groupOf = (id: string): string => id.slice(0, 1);

export const groups: Readonly<Record<string, string>> = {
  A: 'Documents',
  B: 'Every response',
  C: 'Examples',
  D: 'Accepted boundaries',
  E: 'Refused data',
  F: 'Authentication and scopes',
  G: 'Tenants',
  H: 'Resources',
  I: 'Idempotency',
  J: 'Limits',
  K: 'Calls',
  L: 'Webhooks',
  M: 'Raw HTTP',
  N: 'Coverage',
  O: 'What happened',
  P: 'Passive',
  S: 'Sequences of operations',
  W: 'Workflows of a document',
};

/** Results that a report shows together. */
export interface ResultGroup {
  readonly name: string;
  readonly results: readonly Result[];
}

/** Returns the groups that have results, in the order of their letters. */
export const groupsOf = (results: readonly Result[]): readonly ResultGroup[] =>
  Object.entries(groups)
    .map(([letter, name]) => ({ name: `${letter} ${name}`, results: results.filter(({ check }) => groupOf(check.id) === letter) }))
    .filter((group) => group.results.length > 0);
