import type { ErrorObject } from 'ajv';
import { type ApiError, invalidRequest, type Problem } from '../errors.ts';
import { escapePointer, unescapePointer } from './json-pointer.ts';
import { nearest } from './nearest.ts';

/**
 * Turns Ajv's errors into problems for the caller: a JSON pointer to the very member (the missing property, the unknown
 * one) and a sentence about it.
 */
export function problemsOf(errors: readonly ErrorObject[]): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of errors) {
    if (problems.size === maxProblems) break;
    // A wrong name has an additional error that names it.
    if (error.keyword === 'propertyNames') continue;
    const problem = { path: pointerOf(error), message: sentenceOf(error) };
    problems.set(`${problem.path} ${problem.message}`, problem);
  }
  return [...problems.values()];
}

/** Makes the refusal of a request with these problems, of which there is at least one. */
export const invalidMembers = (problems: readonly Problem[]): ApiError => invalidRequest(firstProblem(problems), problems);

/** Returns the first problem as a sentence, such as "`phoneNumber` is required.", for callers that log messages alone. */
export function firstProblem([first]: readonly Problem[]): string {
  if (!first) return 'The request is not valid.';
  const [, part, ...steps] = first.path.split('/').map(unescapePointer);
  const name = steps.join('.');
  const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name;
  const end = first.message.endsWith('?') ? '' : '.';
  return `${steps.length > 0 ? `\`${shown}\`` : `The ${part ?? 'request'}`} ${first.message}${end}`;
}

const maxNameLength = 100;

/** The list of problems is bounded: a body of a hundred thousand unknown keys is not answered with as many sentences. */
export const maxProblems = 100;

function pointerOf(error: ErrorObject): string {
  const path = error.instancePath.replace(/^\/requestBody/, '/body');
  const property = propertyOf(error);
  return property === undefined ? path : `${path}/${property === 'requestBody' && path === '' ? 'body' : escapePointer(property)}`;
}

/** Returns the property that an error concerns. Ajv reports these errors at the object. */
function propertyOf(error: ErrorObject): string | undefined {
  const params: Record<string, unknown> = error.params;
  const name = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'] ?? error.propertyName;
  return typeof name === 'string' ? name : undefined;
}

function sentenceOf(error: ErrorObject): string {
  const params: Record<string, unknown> = error.params;
  if (isRepeated(error)) return 'is given more than once';
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required';
    case 'additionalProperties':
      return `is not a property of this request${hint(String(params['additionalProperty']), Object.keys(error.parentSchema?.['properties'] ?? {}))}`;
    case 'unevaluatedProperties':
      return 'is not a property of this request';
    case 'enum':
      return `must be one of ${listOf(params['allowedValues'])}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'type':
      return `must be ${[params['type']].flat().join(' or ')}`;
    default:
      return ownSentence(error) ?? error.message ?? 'is not valid';
  }
}

/** True for a query parameter that came twice and is no list. */
const isRepeated = ({ instancePath, data, parentSchema }: ErrorObject): boolean =>
  instancePath.startsWith('/query/') && Array.isArray(data) && parentSchema?.['items'] === undefined;

/** Returns the name that was perhaps meant, as the end of a sentence. */
export function hint(given: string, known: readonly string[]): string {
  const meant = nearest(given, known);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** Returns the document's own sentence (`x-problem`) for a constraint whose pattern or count would not be understood. */
function ownSentence({ parentSchema }: ErrorObject): string | undefined {
  const sentence: unknown = parentSchema?.['x-problem'];
  return typeof sentence === 'string' ? sentence : undefined;
}

const listOf = (values: unknown): string =>
  Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : String(values);

/** Joins both lists, without size problems of members that schema validation has already reported. */
export const together = (problems: readonly Problem[], sizes: readonly Problem[]): readonly Problem[] =>
  [...problems, ...sizes.filter(({ path }) => !problems.some((problem) => problem.path === path))].slice(0, maxProblems);
