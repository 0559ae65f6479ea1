import { isoTime } from '../iso-time.ts';

/**
 * JSON text put together with pieces that are already text. A value that is echoed exactly must not go through
 * `JSON.parse`, which puts integer-like keys first and rounds long numbers.
 */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A stored piece, or null where nothing is stored. */
export const rawJson = (text: string | null): RawJson => new RawJson(text ?? 'null');

export type JsonField = RawJson | string | number | boolean | null | Date;

/** The fields' text, in their order. Their names are ours, and need no escape. */
export function objectText(fields: Readonly<Record<string, JsonField>>): string {
  let text = '';
  for (const name in fields) text += `${text === '' ? '{' : ','}"${name}":${valueText(fields[name] ?? null)}`;
  return text === '' ? '{}' : `${text}}`;
}

export function valueText(value: JsonField): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return jsonText(value);
  if (value instanceof RawJson) return value.text;
  return value instanceof Date ? `"${isoTime(value)}"` : JSON.stringify(value);
}

/** A text as JSON. `JSON.stringify` takes twice as long as looking first, and most texts have nothing to escape. */
export const jsonText = (text: string): string => (mayNeedEscape.test(text) ? JSON.stringify(text) : `"${text}"`);

/** Control characters too, and surrogates: half of a pair is escaped, and whether it is one half only `JSON.stringify` finds out. */
const mayNeedEscape = /["\\]|[^ -\ud7ff\ue000-\uffff]/;

export const arrayText = (items: readonly string[]): string => `[${items.join(',')}]`;
