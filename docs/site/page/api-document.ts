/** The parts of the published OpenAPI document that the forms read. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, WrittenOperation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

interface WrittenOperation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly examples: Examples } } };
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Is null for an operation that takes no body. */
  readonly examples: Examples | null;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: unknown;
}

export type Examples = Readonly<Record<string, { readonly summary: string; readonly value: object }>>;

/** Returns every operation, with its parameters in place of references to them. */
export const operationsOf = ({ paths, components }: ApiDocument): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters: parameters.flatMap((one) => ('$ref' in one ? (components.parameters[one.$ref.split('/').at(-1) ?? ''] ?? []) : one)),
      examples: requestBody?.content['application/json'].examples ?? null,
    })),
  );
