import { isoTime } from '../process/iso-time.ts';

/**
 * JSON text that is put together from pieces of text. A value that is echoed exactly must not go through `JSON.parse`,
 * which puts integer-like keys first and rounds long numbers.
 */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Wraps a stored piece; null becomes JSON's `null`. */
export const rawJson = (text: string | null): RawJson => new RawJson(text ?? 'null');

export type JsonField = RawJson | string | number | boolean | null | Date;

/** Returns the text of an object with these fields in their order. Field names come from this code and need no escapes. */
export function objectText(fields: Readonly<Record<string, JsonField>>): string {
  let text = '';
  for (const name in fields) text += `${text === '' ? '{' : ','}"${name}":${valueText(fields[name] ?? null)}`;
  return text === '' ? '{}' : `${text}}`;
}

/**
 * Returns a value's JSON text. `JSON.stringify` would do for all values, but takes most of the time for those without
 * escapes.
 */
export function valueText(value: JsonField): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return mayNeedEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
  if (value instanceof RawJson) return value.text;
  return value instanceof Date ? `"${isoTime(value)}"` : JSON.stringify(value);
}

/** Control characters need escapes, and so do lone surrogates, which only `JSON.stringify` detects. */
const mayNeedEscape = /["\\]|[^ -\ud7ff\ue000-\uffff]/;

export const arrayText = (items: readonly string[]): string => `[${items.join(',')}]`;
