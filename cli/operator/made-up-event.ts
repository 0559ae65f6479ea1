import { randomUUID } from 'node:crypto';
import { type Example, examples, withNewIds } from '../../src/contract/event-examples.ts';
import type { components } from '../../src/contract/generated/public.ts';
import { object } from '../../src/contract/json.ts';
import { expectExactNumbers } from '../parts/exact-numbers.ts';
import { UsageError } from '../parts/usage-error.ts';

type EventType = components['schemas']['EventType'];
type JsonObject = Example['body'];

/** Returns an example of the event from the AsyncAPI document as one of this moment: with ids and a time of its own. */
export function exampleOf(event: EventType, name: string | undefined): Example {
  const ofEvent = examples().filter((one) => one.event === event);
  const example = name === undefined ? ofEvent[0] : ofEvent.find((one) => one.name === name);
  if (!example) throw new UsageError(`--example of ${event} takes ${ofEvent.map((one) => one.name).join(', ')}; not "${name}".`);
  return { ...example, body: { ...withNewIds(example.body, randomUUID), timestamp: new Date().toISOString() } };
}

/** Returns the event with the values at their paths, such as `data.contact.name`. Objects on the way are made. */
export const changedBy = (body: JsonObject, changes: Readonly<Record<string, string>>): JsonObject =>
  Object.entries(changes).reduce((changed, [path, word]) => setAt(changed, path.split('.'), word), body);

function setAt(value: unknown, [name = '', ...rest]: readonly string[], word: string): JsonObject {
  const before = object(value);
  const inner = before[name];
  return { ...before, [name]: rest.length === 0 ? parsedValue(word, inner) : setAt(inner, rest, word) };
}

/** Reads JSON, and what is no JSON as text. A text is replaced by a text, so that a postal code stays one. */
function parsedValue(word: string, before: unknown): unknown {
  let value: unknown;
  try {
    value = JSON.parse(word);
  } catch {
    return word;
  }
  if (typeof before === 'string' && typeof value !== 'string' && value !== null) return word;
  expectExactNumbers(word, '--set');
  return value;
}
