import { type JsonValue, query } from 'jsonpath-rfc9535';
import { parseCondition } from './conditions.ts';
import { embeddedIn, evaluate, type Scope } from './expressions.ts';
import type { Criterion } from './schema.ts';

/** Returns why a criterion is not met, or null. A criterion that cannot be evaluated is not met. */
export function criterionProblem(criterion: Criterion, scope: Scope): string | null {
  try {
    return unmet(criterion, scope);
  } catch (error) {
    return `\`${criterion.condition}\` cannot be evaluated: ${error instanceof Error ? error.message : error}`;
  }
}

export const areMet = (criteria: readonly Criterion[] | undefined, scope: Scope): boolean =>
  (criteria ?? []).every((criterion) => criterionProblem(criterion, scope) === null);

function unmet({ type = 'simple', condition, context = '' }: Criterion, scope: Scope): string | null {
  if (type === 'simple') {
    const { expressions, holds } = parseCondition(condition);
    return holds(scope) ? null : `\`${condition}\` does not hold: ${expressions.map((each) => told(each, scope)).join(', ')}`;
  }
  const value = evaluate(context, scope);
  if (value === undefined || value === null) return `\`${condition}\` has nothing to look at: ${told(context, scope)}`;
  const wanted = embeddedIn(condition, scope);
  const matches = type === 'regex' ? new RegExp(wanted).test(textOf(value)) : query(value as JsonValue, wanted).length > 0;
  return matches ? null : `\`${wanted}\` finds nothing: ${told(context, scope)}`;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function told(expression: string, scope: Scope): string {
  const value = evaluate(expression, scope);
  return value === undefined ? `there is no \`${expression}\`` : `\`${expression}\` is ${JSON.stringify(value).slice(0, 200)}`;
}
