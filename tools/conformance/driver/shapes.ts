import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { once } from '../../../src/contract/documents.ts';

const validators = once(() => {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false });
  addFormats.default(ajv);
  return ajv.addSchema(JSON.parse(readFileSync(new URL('verbs.schema.json', import.meta.url), 'utf8')), 'verbs');
});

/** Returns what `verbs.schema.json` finds wrong with a request or a reply, or null. */
export function shapeProblem(verb: string, side: 'request' | 'reply', value: unknown): string | null {
  return problem(`verbs#/properties/${verb}/properties/${side}`, value);
}

/** Tells if a reply says that the driver has failed. */
export const isFailure = (reply: unknown): reply is { readonly error: { readonly message: string } } =>
  problem('verbs#/$defs/error', reply) === null;

function problem(schema: string, value: unknown): string | null {
  const validate: ValidateFunction | undefined = validators().getSchema(schema);
  if (!validate) throw new Error(`verbs.schema.json has no ${schema}.`);
  return validate(value) ? null : validators().errorsText(validate.errors, { dataVar: '' });
}
