import { randomUUID } from 'node:crypto';
import { once } from '../../../src/contract/documents.ts';
import { jsonOf, object } from '../../../src/contract/json.ts';
import { newAjv } from '../../../src/contract/validator.ts';
import { at, dereference, entries, isObject, type JsonObject } from '../../contract/document.ts';
import { Breach } from '../check.ts';
import type { Inbox } from '../receiver.ts';
import type { World } from '../world.ts';

export type Inputs = Readonly<Record<string, unknown>>;

/**
 * Returns the inputs of a workflow: those that were given, then those that the run has itself, then defaults of the
 * schema. Throws a `Breach` that names what is missing or does not fit.
 */
export async function inputsFor(
  world: World,
  inbox: Inbox | null,
  schema: JsonObject,
  given: Readonly<Record<string, string>>,
): Promise<Inputs> {
  const inputs: Record<string, unknown> = {};
  const own = ownInputs(world, inbox);
  for (const [name, property] of entries(schema['properties'])) {
    const value = await inputOf(name, property, given, own);
    if (value === undefined) continue;
    inputs[name] = value;
    // The client remembers keys, so that no report holds one.
    if (at(schema, property, 'format') === 'password') world.nobody.with(String(value));
  }
  const validate = newAjv().compile({ ...schema });
  if (validate(inputs)) return inputs;
  const [error] = validate.errors ?? [];
  const missing: unknown = error?.params['missingProperty'];
  if (typeof missing === 'string') throw new Breach(`The input \`${missing}\` has no value: give --input ${missing}=…`);
  throw new Breach(`The inputs do not fit: ${error?.instancePath} ${error?.message}.`);
}

async function inputOf(
  name: string,
  property: unknown,
  given: Readonly<Record<string, string>>,
  own: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<unknown> {
  if (given[name] !== undefined) return typed(given[name], property);
  const fallback = isObject(property) ? property['default'] : undefined;
  if (!Object.hasOwn(own, name)) return fallback;
  try {
    return await own[name]?.();
  } catch (error) {
    if (fallback !== undefined) return fallback;
    throw new Breach(`The input \`${name}\` has no value: give --input ${name}=… (${error instanceof Error ? error.message : error}).`);
  }
}

/** Reads a word of the command line as the type that the schema wants. */
function typed(word: string, property: unknown): unknown {
  const type = isObject(property) ? property['type'] : undefined;
  if (type === undefined || type === 'string') return word;
  const value = jsonOf(word);
  // The schema will refuse what is no JSON by its type.
  return value === undefined ? word : value;
}

/** The inputs that a run fills by itself, by name. */
function ownInputs(world: World, inbox: Inbox | null): Readonly<Record<string, () => Promise<unknown>>> {
  const agent = { systemPrompt: 'You call {{ownerName}} about {{propertyAddress}}.' };
  const tenant = once(() => (world.has('operator') ? world.freshTenant({ agent }) : world.tenant()));
  return {
    receiverUrl: async () => (inbox ?? world.receiver.inbox()).url,
    apiKey: async () => (await tenant()).api.key,
    callsReadKey: async () => (await (await tenant()).key(['calls:read'])).key,
    agentId: async () => (await tenant()).agentId,
    phoneNumber: async () => world.simulator.numberFor('answered-interested'),
    idempotencyKey: async () => randomUUID(),
  };
}

/** Returns the schema of a workflow's inputs with its references to the document's components resolved. */
export const inputsSchema = (document: unknown, inputs: unknown): JsonObject => object(dereference(document, inputs));
