import { isDeepStrictEqual } from 'node:util';
import { evaluate, type Scope } from './expressions.ts';

/** A simple condition of Arazzo: runtime expressions, literals, comparisons, `!`, `&&`, `||` and parentheses. */
export interface Condition {
  /** Lists the runtime expressions in it. */
  readonly expressions: readonly string[];
  holds(scope: Scope): boolean;
}

type Value = (scope: Scope) => unknown;

/** Reads a simple condition. Throws if it cannot be read. */
export function parseCondition(text: string): Condition {
  const tokens = tokensOf(text);
  const expressions = tokens.filter((token) => token.startsWith('$'));
  let next = 0;
  const taken = (...words: readonly string[]): string | undefined => {
    const token = tokens[next];
    if (token === undefined || !words.includes(token)) return undefined;
    next += 1;
    return token;
  };
  const either = (): Value => {
    const left = both();
    if (!taken('||')) return left;
    const right = either();
    return (scope) => isTrue(left(scope)) || isTrue(right(scope));
  };
  const both = (): Value => {
    const left = comparison();
    if (!taken('&&')) return left;
    const right = both();
    return (scope) => isTrue(left(scope)) && isTrue(right(scope));
  };
  const comparison = (): Value => {
    const left = operand();
    const operator = taken('==', '!=', '<', '<=', '>', '>=');
    if (operator === undefined) return left;
    const right = operand();
    return (scope) => compare(operator, left(scope) ?? null, right(scope) ?? null);
  };
  const operand = (): Value => {
    if (taken('!')) {
      const negated = operand();
      return (scope) => !isTrue(negated(scope));
    }
    if (taken('(')) {
      const inner = either();
      if (!taken(')')) throw unreadable(text, 'a parenthesis is not closed');
      return inner;
    }
    const token = tokens[next++];
    if (token?.startsWith('$')) return (scope) => evaluate(token, scope);
    const value = token === undefined ? undefined : literal(token);
    if (value === undefined) throw unreadable(text, token === undefined ? 'it ends too early' : `\`${token}\` is no value`);
    return () => value;
  };
  const whole = either();
  if (next < tokens.length) throw unreadable(text, `\`${tokens[next]}\` stands where it should end`);
  return { expressions, holds: (scope) => isTrue(whole(scope)) };
}

function tokensOf(text: string): readonly string[] {
  const pattern = /\s*(\|\||&&|[=!<>]=|[!<>()]|'(?:[^']|'')*'|\$[^\s()!=<>&|]+|[\w.+-]+)\s*/y;
  const tokens: string[] = [];
  while (pattern.lastIndex < text.length) {
    const { lastIndex } = pattern;
    const [, token] = pattern.exec(text) ?? [];
    if (token === undefined) throw unreadable(text, `it cannot be read from character ${lastIndex + 1} on`);
    tokens.push(token);
  }
  return tokens;
}

const unreadable = (text: string, why: string): Error => new Error(`the condition \`${text}\` is not played: ${why}`);

function literal(token: string): unknown {
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  if (token in words) return words[token as keyof typeof words];
  return numberOf(token);
}

const words = { true: true, false: false, null: null };

/** A condition fails if it comes to false or null. */
const isTrue = (value: unknown): boolean => value !== false && value !== null && value !== undefined;

/** Compares as the specification says: strings without regard to case, numeric strings with numbers as numbers. */
function compare(operator: string, left: unknown, right: unknown): boolean {
  const [one, other] = comparable(left, right);
  if (operator === '==') return isDeepStrictEqual(one, other);
  if (operator === '!=') return !isDeepStrictEqual(one, other);
  if (!((typeof one === 'number' && typeof other === 'number') || (typeof one === 'string' && typeof other === 'string'))) return false;
  if (operator === '<') return one < other;
  if (operator === '<=') return one <= other;
  return operator === '>' ? one > other : one >= other;
}

function comparable(left: unknown, right: unknown): readonly [unknown, unknown] {
  if (typeof left === 'string' && typeof right === 'string') return [left.toLowerCase(), right.toLowerCase()];
  if (typeof left === 'number' && typeof right === 'string') return [left, numberOf(right) ?? right];
  if (typeof left === 'string' && typeof right === 'number') return [numberOf(left) ?? left, right];
  return [left, right];
}

const numberOf = (text: string): number | undefined => (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim()) ? Number(text) : undefined);
