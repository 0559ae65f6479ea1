/** The parts of a bundled OpenAPI document that the generators read. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly schemas: { readonly CallStatus: { readonly 'x-states': { readonly final: readonly string[] } } };
  };
  readonly 'x-error-catalogue': Readonly<Record<string, { readonly status: number; readonly example: string }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-idempotency': { readonly kind: 'safe' | 'natural' | 'none' | 'key'; readonly field?: string };
  readonly 'x-rate-limit': { readonly budget: string };
  readonly 'x-retry': { readonly safe: 'always' | 'with-idempotency-key'; readonly codes: readonly string[] };
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
}

export interface Example {
  readonly value: unknown;
}

interface Content {
  readonly 'application/json'?: { readonly examples?: Readonly<Record<string, Example | { readonly $ref: string }>> };
}

export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export const operationsOf = (document: OpenApiDocument): readonly PlacedOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Returns the component that a reference names. */
export function resolved<T extends object>(found: T | { readonly $ref: string }, among: Readonly<Record<string, T>>): T {
  if (!('$ref' in found)) return found;
  const target = among[found.$ref.split('/').at(-1) ?? ''];
  if (!target) throw new Error(`${found.$ref} leads nowhere.`);
  return target;
}

export const generatedNote = '/** Made by `npm run generate` from the documents. Edit those. */';
