import type { ErrorObject } from 'ajv';
import type { Problem } from '../errors.ts';

/**
 * From Ajv's errors to what a caller is told: a JSON pointer to the very thing that is wrong (the missing property, the
 * unknown one) and a sentence about it.
 */
export function problemsOf(errors: readonly ErrorObject[]): readonly Problem[] {
  return errors.slice(0, maxProblems).map((error) => ({ path: pointerOf(error), message: sentenceOf(error) }));
}

/** Every problem at once, but a body of a hundred thousand unknown keys is not answered with as many sentences. */
const maxProblems = 100;

function pointerOf(error: ErrorObject): string {
  const path = error.instancePath.replace(/^\/requestBody/, '/body');
  const property = propertyOf(error);
  return property === undefined ? path : `${path}/${property === 'requestBody' && path === '' ? 'body' : escapePointer(property)}`;
}

/** Ajv reports these at the object; the caller looks for the property. */
function propertyOf(error: ErrorObject): string | undefined {
  const params: Record<string, unknown> = error.params;
  const name =
    params['missingProperty'] ??
    params['additionalProperty'] ??
    params['unevaluatedProperty'] ??
    (error.keyword === 'propertyNames' ? params['propertyName'] : undefined);
  return typeof name === 'string' ? name : undefined;
}

function sentenceOf(error: ErrorObject): string {
  const params: Record<string, unknown> = error.params;
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not a property of this request';
    case 'propertyNames':
      return 'is not a name that is allowed here';
    case 'enum':
      return `must be one of ${listOf(params['allowedValues'])}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'type':
      return `must be ${[params['type']].flat().join(' or ')}`;
    default:
      return error.message ?? 'is not valid';
  }
}

const listOf = (values: unknown): string =>
  Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : String(values);

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
