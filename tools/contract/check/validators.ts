import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * Compiles schemas of a whole bundled document with Ajv. The document is added once and each schema is compiled by its
 * location in it, so that references resolve. OpenAPI 3.1 reads schemas as JSON Schema 2020-12, AsyncAPI 3.0 as
 * draft-07.
 */
export type Dialect = '2020-12' | 'draft-07';

export type CompileAt = (pointer: string) => ValidateFunction;

export function compilerFor(document: object, dialect: Dialect, options: { strict: boolean }): CompileAt {
  const settings = {
    strict: options.strict,
    allowUnionTypes: true,
    // A branch of a union may require a property that its parent describes.
    strictRequired: false,
    allErrors: true,
    validateSchema: false as const,
    // Most schemas are used once or twice.
    code: { optimize: false },
  };
  const ajv = dialect === '2020-12' ? new Ajv2020(settings) : new Ajv(settings);
  addFormats.default(ajv);
  // The document itself is not a schema, but Ajv looks at its keys.
  ajv.addVocabulary([...new Set([...Object.keys(document), ...annotations(document)])]);
  ajv.addSchema(document as AnySchemaObject, 'document');
  return (pointer) => ajv.compile({ $ref: `document${pointer}` });
}

/** Returns keywords that a validator ignores: `example`, `discriminator`, and every extension in the document. */
function annotations(node: unknown, found = new Set(['example', 'discriminator'])): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith('x-')) found.add(key);
    annotations(value, found);
  }
  return found;
}

export const complaints = (validate: ValidateFunction): string =>
  (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message ?? 'is wrong'}`).join('; ');
