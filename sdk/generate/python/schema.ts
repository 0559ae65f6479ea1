/** The part of JSON Schema that the types of the Python client are made from. */
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
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-rate-limit': { readonly budget: string };
  readonly 'x-idempotency': { readonly field?: string };
  readonly 'x-retry': { readonly codes: readonly string[] };
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** The public document in its published form. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: { readonly requestBody: { readonly content: Content } } }>>;
  readonly components: { readonly schemas: Schemas; readonly parameters: Readonly<Record<string, Parameter>> };
  readonly 'x-error-catalogue': Readonly<Record<string, { readonly status: number; readonly cause: string; readonly fix: string }>>;
}

export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

export const jsonIn = (content: Content | undefined): Schema | undefined => content?.['application/json']?.schema;

/** Every operation with its method and path, in the order of the document. */
export const operationsIn = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
