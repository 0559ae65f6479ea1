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

export const valueText = (value: JsonField): string => (value instanceof RawJson ? value.text : JSON.stringify(value));

export const arrayText = (items: readonly string[]): string => `[${items.join(',')}]`;
