import { isObject, jsonOf } from '../src/contract/json.ts';
import { maxJsonDepth } from './limits.ts';

export { isObject };

/** Reads JSON of unknown shape: a request's body, a schema, a webhook. */

export type Json = Readonly<Record<string, unknown>>;

/** Returns the value at the path, or undefined if a step of it is missing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const key of path) here = isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  return here;
}

export function objectAt(value: unknown, ...path: readonly string[]): Json | null {
  const found = at(value, ...path);
  return isObject(found) ? found : null;
}

export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : null;
}

export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** Parses text, or returns undefined if it is not JSON, or is nested so deeply that what writes it again could overflow the stack. */
export function parseJson(text: string): unknown {
  const value = jsonOf(text);
  return text.length > 2 * maxJsonDepth && isTooDeep(value) ? undefined : value;
}

function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < maxJsonDepth && level.length > 0; depth++)
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  return level.some((each) => typeof each === 'object' && each !== null);
}
