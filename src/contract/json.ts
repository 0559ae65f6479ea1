/** A part of a document. The named members are those that are read. */
export interface Json {
  readonly [name: string]: unknown;
  readonly $ref?: unknown;
  readonly allOf?: unknown;
  readonly components?: unknown;
  readonly const?: unknown;
  readonly content?: unknown;
  readonly description?: unknown;
  readonly discriminator?: unknown;
  readonly enum?: unknown;
  readonly example?: unknown;
  readonly examples?: unknown;
  readonly info?: unknown;
  readonly messages?: unknown;
  readonly name?: unknown;
  readonly parameters?: unknown;
  readonly paths?: unknown;
  readonly properties?: unknown;
  readonly requestBody?: unknown;
  readonly required?: unknown;
  readonly responses?: unknown;
  readonly schemas?: unknown;
  readonly securitySchemes?: unknown;
  readonly summary?: unknown;
  readonly tags?: unknown;
  readonly title?: unknown;
  readonly url?: unknown;
  readonly value?: unknown;
  readonly webhooks?: unknown;
}

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a list as it is, and an empty one for everything else. */
export const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns an object as it is, and an empty one for everything else. */
export const object = (value: unknown): Json => (isObject(value) ? value : {});

/** Returns an object with the same names and changed values. */
export const mapped = (from: Json, change: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, change(value, name)]));

/** Returns the value of a JSON text, or undefined for any other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
