import { messageOf } from '../../../src/process/reason-of.ts';
import { at, entries, type Findings, type JsonObject, pointer } from '../document.ts';
import { compilerFor, type Dialect } from './validators.ts';

/**
 * Checks that every named schema compiles under a strict Ajv, which refuses unknown keywords and types that contradict
 * their keywords.
 */
export function checkSchemas(document: JsonObject, dialect: Dialect): Findings {
  const names = entries(at(document, document, 'components', 'schemas')).map(([name]) => name);
  const compile = compilerFor(document, dialect, { strict: true });
  const problems = names.flatMap((name) => {
    try {
      compile(pointer('components', 'schemas', name));
      return [];
    } catch (error) {
      return [`${name}: ${messageOf(error)}`];
    }
  });
  return { checked: names.length, problems };
}
