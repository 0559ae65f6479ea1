import { asyncApiDocument } from './documents.ts';
import { isObject } from './json.ts';

type JsonObject = { readonly [key: string]: unknown };

export interface Example {
  readonly event: string;
  readonly name: string;
  readonly body: JsonObject;
}

/** Returns every example of every event, in the order of the document. */
export const examples = (): readonly Example[] =>
  Object.values(asyncApiDocument().components.messages).flatMap(({ name: event, examples: written = [] }) =>
    written.flatMap(({ name = '', payload }) => (event && isObject(payload) ? [{ event, name, body: payload }] : [])),
  );

/** Returns the event with another id of its call or message, so that a receiver that knows events by their own ids takes it as a new one. */
export function withNewIds(event: JsonObject, uuid: () => string): JsonObject {
  const newId = (prefix: string): string => `${prefix}_${uuid().replaceAll('-', '').slice(0, 26)}`;
  const { data } = event;
  if (!isObject(data)) return event;
  return {
    ...event,
    data: {
      ...data,
      ...('call_id' in data && { call_id: newId('call') }),
      ...('message_id' in data && { message_id: newId('msg') }),
      ...(isObject(data['call']) && { call: { ...data['call'], id: newId('call') } }),
    },
  };
}

/**
 * Returns what a test event of this type tells: the document's first example with new ids. A `call.completed` has the first of the outcomes
 * that its trigger asks for, where it asks for any.
 */
export function testEventFor(
  eventType: string,
  outcomes: readonly string[] | null,
  uuid: () => string,
): { readonly data: JsonObject; readonly outcome: string | null } {
  const example = examples().find(({ event }) => event === eventType);
  const { data } = withNewIds(example?.body ?? {}, uuid);
  if (!isObject(data)) throw new Error(`The document has no example of ${eventType}.`);
  if (eventType !== 'call.completed') return { data: { ...data }, outcome: null };
  const outcome = outcomes?.[0] ?? String(data['outcome']);
  return { data: { ...data, outcome }, outcome };
}
