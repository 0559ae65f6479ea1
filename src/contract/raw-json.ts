import { quoted } from '../process/quoted.ts';

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

export function valueText(value: JsonField): string {
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Date) return `"${value.toISOString()}"`;
  return value instanceof RawJson ? value.text : JSON.stringify(value);
}

export const arrayText = (items: readonly string[]): string => `[${items.join(',')}]`;
