import type { ErrorObject } from 'ajv/dist/2020.js';
import { nearest } from '../src/contract/nearest.ts';
import { objectAt, textAt } from './json.ts';

/** Describes a problem of a YAML file with its schema in plain words, with a hint if there is one. */
export function wordsFor(error: ErrorObject): string {
  const name =
    error.instancePath
      .split('/')
      .filter((part) => !/^\d*$/.test(part))
      .at(-1) ?? '';
  if (error.instancePath === '' && ['minProperties', 'type'].includes(error.keyword))
    return `The file has one of these at its top: ${propertiesBeside(error).join(', ')}.`;
  switch (error.keyword) {
    case 'additionalProperties': {
      const given = String(error.params['additionalProperty']);
      return `there is no ${given} here.${hint(given, propertiesBeside(error))}`;
    }
    case 'enum': {
      const values: readonly unknown[] = error.params['allowedValues'];
      return `${name} takes ${values.join(', ')}.`;
    }
    case 'required':
      return `${String(error.params['missingProperty'])} is missing.`;
    case 'dependentRequired':
      return `${String(error.params['property'])} goes with ${String(error.params['missingProperty'])}, which is missing.`;
    case 'pattern':
      if (name === 'after') return 'after takes a length of time such as 500ms, 2s, 5m or 2s..6s.';
      if (name === 'block') return "block takes three digits in quotes, such as '900'.";
      return `${name} ${pattern(error)}.`;
    default:
      return `${name} ${error.message ?? 'does not hold'}.${name === 'block' ? " Write it in quotes: '900'." : ''}`;
  }
}

/** A pattern that the schema describes is told in its words. */
function pattern({ parentSchema, message }: ErrorObject): string {
  const described = textAt(parentSchema, 'description');
  return described === null ? (message ?? 'does not hold') : `takes ${described}`;
}

const propertiesBeside = ({ parentSchema }: ErrorObject): readonly string[] => Object.keys(objectAt(parentSchema, 'properties') ?? {});

function hint(given: string, known: readonly string[]): string {
  const meant = nearest(given, known);
  return meant ? ` Did you mean ${meant}?` : ` There are ${known.join(', ')}.`;
}
