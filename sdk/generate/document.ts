/** The part of JSON Schema that is read. */
export interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number | boolean;
  readonly enum?: readonly string[];
  readonly 'x-extensible-enum'?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly 'x-states'?: { readonly final: readonly string[] };
}

export type Schemas = Readonly<Record<string, Schema>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-rate-limit': { readonly budget: string };
  readonly 'x-idempotency': { readonly field?: string };
  readonly 'x-retry': { readonly codes: readonly string[] };
}

export type Content = Readonly<
  Record<string, { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example | Reference>> }>
>;

export interface Example {
  readonly value: unknown;
}

export interface Reference {
  readonly $ref: string;
}

/** The parts of the bundled public document that the generators read. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly requestBody: { readonly content: Content } } }>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly examples: Readonly<Record<string, Example>>;
  };
  readonly 'x-error-catalogue': Readonly<
    Record<string, { readonly status: number; readonly cause: string; readonly fix: string; readonly example: string }>
  >;
}

export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

export const jsonIn = (content: Content | undefined): Schema | undefined => content?.['application/json']?.schema;

/** Every operation with its method and path, in the order of the document. */
export const operationsIn = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Returns the component that a reference names. */
export function resolved<T extends object>(found: T | Reference, among: Readonly<Record<string, T>>): T {
  if (!('$ref' in found)) return found;
  const target = among[nameIn(found.$ref)];
  if (!target) throw new Error(`${found.$ref} leads nowhere.`);
  return target;
}

/** Returns the names of the schemas that these lead to. */
export function reached(from: unknown, schemas: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const found = new Set<string>();
  const learn = (part: unknown): void => {
    for (const [, reference = ''] of (JSON.stringify(part) ?? '').matchAll(/"\$ref":"([^"]+)"/g)) {
      const name = nameIn(reference);
      if (found.has(name)) continue;
      found.add(name);
      learn(schemas[name]);
    }
  };
  learn(from);
  return found;
}

export const generatedNote = '/** Made by `npm run generate` from the documents. Edit those. */';
