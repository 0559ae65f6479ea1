import { unescapePointer } from '../../../src/contract/json-pointer.ts';
import { isObject } from '../../contract/document.ts';

/** What the runtime expressions of a step are evaluated with. Headers are by lower-case name. */
export interface Scope {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Holds the outputs of the steps that have succeeded, by their ids. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly url?: string;
  readonly method?: string;
  readonly statusCode?: number;
  readonly request?: Part;
  readonly response?: Part;
  readonly message?: Part;
}

export interface Part {
  readonly header: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly path?: Readonly<Record<string, unknown>>;
  /** Is undefined where the content is neither JSON nor text. */
  readonly body?: unknown;
  readonly payload?: unknown;
}

/** Tells if a whole string is a runtime expression and no literal that begins with a dollar sign. */
const isExpression = (text: string): boolean =>
  /^\$(url|method|statusCode|self)$|^\$(request|response|message|inputs|outputs|steps|workflows|sourceDescriptions|components)\./.test(
    text,
  );

/** Returns why an expression cannot be evaluated here, or null. */
export function expressionProblem(expression: string): string | null {
  if (/^\$(url|method|statusCode)$/.test(expression)) return null;
  if (/^\$(request|response|message)\.(header|query|path)\.\S+$/.test(expression)) return null;
  if (content.test(expression) || input.test(expression) || output.test(expression)) return null;
  return `the runtime expression \`${expression}\` is not played`;
}

const way = '(#(?:/.*)?|(?:\\.[\\w-]+|\\[\\d+\\])*)';
const content = new RegExp(`^\\$(request|response|message)\\.(body|payload)${way}$`);
const input = new RegExp(`^\\$inputs\\.([\\w-]+)${way}$`);
const output = new RegExp(`^\\$steps\\.([\\w-]+)\\.outputs\\.([\\w-]+)${way}$`);

/** Returns the value of a runtime expression, or undefined if there is none. */
export function evaluate(expression: string, scope: Scope): unknown {
  const problem = expressionProblem(expression);
  if (problem) throw new Error(problem);
  if (expression === '$url') return scope.url;
  if (expression === '$method') return scope.method;
  if (expression === '$statusCode') return scope.statusCode;
  const [, inputName, inputWay = ''] = input.exec(expression) ?? [];
  if (inputName !== undefined) return dotted(scope.inputs, inputName, inputWay);
  const [, step, outputName, outputWay = ''] = output.exec(expression) ?? [];
  if (step !== undefined && outputName !== undefined) return dotted(scope.steps[step] ?? {}, outputName, outputWay);
  const [, from, kind, where = ''] = content.exec(expression) ?? [];
  if (from !== undefined && kind !== undefined) return follow(partOf(scope, from)?.[kind as 'body' | 'payload'], where);
  const [, other = '', place = '', ...name] = expression.slice(1).split(/^(\w+)\.(\w+)\./);
  return named(partOf(scope, other), place, name.join(''));
}

// Both names are those of the patterns above.
const partOf = (scope: Scope, name: string): Part | undefined => scope[name as 'request' | 'response' | 'message'];

function named(part: Part | undefined, place: string, name: string): unknown {
  if (place === 'header') return part?.header[name.toLowerCase()];
  return part?.[place as 'query' | 'path']?.[name];
}

/** Names of inputs and outputs may hold full stops, which otherwise lead into the value. */
const dotted = (values: Readonly<Record<string, unknown>>, name: string, where: string): unknown =>
  Object.hasOwn(values, name + where) ? values[name + where] : follow(values[name], where);

/** Follows a JSON pointer after `#`, or properties and indices as in `.items[0].id`. */
function follow(value: unknown, where: string): unknown {
  const steps = where.startsWith('#') ? where.slice(1).split('/').slice(1).map(unescapePointer) : where.split(/[.[\]]+/).filter(Boolean);
  return steps.reduce<unknown>((found, step) => {
    if (Array.isArray(found)) return /^\d+$/.test(step) ? found[Number(step)] : undefined;
    return isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }, value);
}

const embedded = /\{(\$[^{}]+)\}/g;

/** Lists the expressions that a value of the document holds, whole or embedded in strings. */
export function expressionsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return isExpression(value) ? [value] : [...value.matchAll(embedded)].map(([, found = '']) => found);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(expressionsIn);
  return [];
}

/**
 * Returns a value of the document with its expressions evaluated: one that is a whole string keeps the type of its
 * value, one that is embedded becomes text. Throws if one has no value.
 */
export function filled(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return isExpression(value) ? required(value, scope) : embeddedIn(value, scope);
  if (Array.isArray(value)) return value.map((item) => filled(item, scope));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, scope)]));
}

export const embeddedIn = (text: string, scope: Scope): string =>
  text.replace(embedded, (_, expression: string) => {
    const value = required(expression, scope);
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });

function required(expression: string, scope: Scope): unknown {
  const value = evaluate(expression, scope);
  if (value === undefined) throw new Error(`\`${expression}\` has no value`);
  return value;
}
