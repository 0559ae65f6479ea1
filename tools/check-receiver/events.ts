import type { Example } from '../../src/contract/event-examples.ts';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import { isObject, type JsonObject } from '../contract/document.ts';

/** Returns the example of the event that has most fields that may be null, with null in each, or nothing if no field of it may be. */
export const withNulls = (ofEvent: readonly Example[]): readonly JsonObject[] => changed(ofEvent, { value: null }).slice(0, 1);

/** Returns examples of the event without every field that may be missing, as many as are needed for each such field to be missing once. */
export const withoutOptional = (ofEvent: readonly Example[]): readonly JsonObject[] => changed(ofEvent, null);

/** Is the value that a field gets; null: the field goes. */
type Change = { readonly value: unknown } | null;

function changed(ofEvent: readonly Example[], change: Change): readonly JsonObject[] {
  const covered = new Set<string>();
  return ofEvent
    .map(({ body }) => changeFields(body, change))
    .sort((one, other) => other.fields.length - one.fields.length)
    .filter(({ fields }) => {
      const before = covered.size;
      for (const field of fields) covered.add(field);
      return covered.size > before;
    })
    .map(({ body }) => body);
}

/** Changes each field of the data where the document allows it. Whatever is in a field that was changed is not looked at. */
function changeFields(event: JsonObject, change: Change): { readonly body: JsonObject; readonly fields: readonly string[] } {
  let body = event;
  const fields: string[] = [];
  const visit = (path: readonly string[], value: JsonObject): void => {
    for (const [name, inner] of Object.entries(value)) {
      const way = [...path, name];
      const candidate = changeAt(body, way, change);
      if (inner !== null && eventProblems(candidate).length === 0) {
        body = candidate;
        fields.push(way.join('.'));
      } else if (isObject(inner) && !callersOwn.has(name)) visit(way, inner);
    }
  };
  if (isObject(event['data'])) visit(['data'], event['data']);
  return { body, fields };
}

/** Hold what the caller of the API has put there, which the document leaves open. */
const callersOwn = new Set(['variables', 'metadata', 'extraction', 'customFields']);

function changeAt(value: JsonObject, [first = '', ...rest]: readonly string[], change: Change): JsonObject {
  const { [first]: inner, ...others } = value;
  if (rest.length > 0 && isObject(inner)) return { ...value, [first]: changeAt(inner, rest, change) };
  return change ? { ...value, [first]: change.value } : others;
}

/** Returns the value with a field in each of its objects that no document knows. */
export function withUnknownFields(value: JsonObject): JsonObject {
  const inner = Object.entries(value).map(([name, part]) => [name, isObject(part) ? withUnknownFields(part) : part]);
  return { ...Object.fromEntries(inner), x_new: { since: '2.0', of: [1, null, 'two'] } };
}

/** Returns the event with other values in its data. */
export const withData = (event: JsonObject, values: JsonObject): JsonObject => ({
  ...event,
  data: { ...(isObject(event['data']) && event['data']), ...values },
});

/** Writes the event so that its bytes change if they are parsed and written again: spaces, escapes, numbers, order. */
export const writtenOddly = (event: JsonObject): Buffer =>
  Buffer.from(
    `${JSON.stringify(event, null, 1).replace(/\n}$/, '')},\n "x_new": {"b": 1.0, "10": 12345678901234567890, "a": "\\u00e9\\/\\u2028"}\n}`,
  );

/** Writes the event with a space behind each comma and colon, as `json.dumps` of Python does. */
export const spaced = (event: JsonObject): Buffer =>
  Buffer.from(JSON.stringify(event, null, 1).replace(/,\n */g, ', ').replace(/\n */g, ''));
