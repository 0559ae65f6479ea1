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

/** The fields' text, in their order. */
export const objectText = (fields: Readonly<Record<string, JsonField>>): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`)
    .join(',')}}`;

export const arrayText = (items: readonly string[]): string => `[${items.join(',')}]`;
