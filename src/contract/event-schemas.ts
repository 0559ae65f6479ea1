import type { ValidateFunction } from 'ajv';
import type { Problem } from '../errors.ts';
import { type AsyncApiDocument, asyncApiDocument } from './documents.ts';
import { problemsOf } from './problems.ts';
import { newAjv } from './validator.ts';

/**
 * What is wrong with the body of a webhook, by the AsyncAPI document: nothing, or the problems. An event that the
 * document does not know is a problem too.
 */
export function eventProblems(body: object): readonly Problem[] {
  compiled ??= compileEvents(asyncApiDocument());
  const validate = 'event' in body && typeof body.event === 'string' ? compiled.get(body.event) : undefined;
  if (!validate) return [{ path: '/event', message: `is not an event of the document: ${[...compiled.keys()].join(', ')}` }];
  return validate(body) ? [] : problemsOf(validate.errors ?? []);
}

/** Compiled when the first event is looked at: the service itself only sends what its own code makes. */
let compiled: ReadonlyMap<string, ValidateFunction> | undefined;

function compileEvents(document: AsyncApiDocument): ReadonlyMap<string, ValidateFunction> {
  const ajv = newAjv();
  ajv.addSchema(document, 'asyncapi');
  const validators = new Map<string, ValidateFunction>();
  for (const [key, { name, payload }] of Object.entries(document.components.messages)) {
    // What a receiver answers is a message as well, but has no body of ours.
    if (name && payload) validators.set(name, ajv.compile({ $ref: `asyncapi#/components/messages/${key}/payload` }));
  }
  return validators;
}
