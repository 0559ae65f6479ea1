import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { once } from '../../src/contract/documents.ts';
import type { components } from '../../src/contract/generated/simulator.ts';
import { unescapePointer } from '../../src/contract/json-pointer.ts';
import { at, isObject, type Json, objectAt, textAt } from '../json.ts';

/**
 * Checks arriving webhooks against the published AsyncAPI document. It is compiled here from the generated bundle
 * alone, so that a mistake in the service's own use of it cannot hide.
 */
export interface EventContract {
  judge(body: unknown): ContractVerdict;
}

type ContractVerdict = components['schemas']['Verdict']['contract'];
export type ContractProblem = ContractVerdict['problems'][number];

const generated = new URL('../../src/contract/generated/asyncapi.json', import.meta.url);

/** Returns the published document, compiled once a process. */
export const publishedContract: () => EventContract = once(() => compileContract(JSON.parse(readFileSync(generated, 'utf8'))));

function compileContract(document: unknown): EventContract {
  if (!isObject(document)) throw new Error('The AsyncAPI document is not an object.');
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: documentId });
  const validators = new Map<string, ValidateFunction>();
  for (const [event, pointer] of payloadsOf(document)) validators.set(event, ajv.compile({ $ref: `${documentId}#${pointer}` }));
  return {
    judge(body) {
      const event = textAt(body, 'event');
      const validate = event === null ? undefined : validators.get(event);
      if (!validate) return { event: null, problems: [unknownEvent(body, [...validators.keys()])] };
      validate(body);
      return {
        event,
        problems: (validate.errors ?? []).map(({ instancePath, message }) => ({ path: instancePath, message: message ?? 'does not hold' })),
      };
    },
  };
}

const documentId = 'ringpost:asyncapi';

function unknownEvent(body: unknown, known: readonly string[]): ContractProblem {
  if (!isObject(body)) return { path: '', message: 'is not a JSON object' };
  return { path: '/event', message: `must be one of ${known.join(', ')}` };
}

/**
 * Returns event names with the JSON pointers of their payloads' schemas, for the messages that the service sends and
 * not for their answers.
 */
function payloadsOf(document: Json): readonly (readonly [string, string])[] {
  const sent = Object.values(objectAt(document, 'operations') ?? {}).filter((operation) => textAt(operation, 'action') === 'send');
  return sent.flatMap((operation) => {
    const references = at(operation, 'messages');
    return (Array.isArray(references) ? references : []).flatMap((reference) => payloadAt(document, textAt(reference, '$ref')));
  });
}

function payloadAt(document: Json, reference: string | null): (readonly [string, string])[] {
  if (reference === null) return [];
  const pointer = followed(document, decodeURIComponent(reference.slice(1)));
  const name = textAt(atPointer(document, pointer), 'name');
  return name === null ? [] : [[name, `${pointer}/payload`]];
}

/** Returns the pointer at the end of a chain of references. */
function followed(document: Json, pointer: string): string {
  const reference = textAt(atPointer(document, pointer), '$ref');
  return reference?.startsWith('#') ? followed(document, decodeURIComponent(reference.slice(1))) : pointer;
}

const atPointer = (document: Json, pointer: string): unknown => at(document, ...pointer.split('/').slice(1).map(unescapePointer));
