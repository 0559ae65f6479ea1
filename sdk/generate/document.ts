/** The parts of a bundled OpenAPI document that the generators read. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly examples: Readonly<Record<string, Example>>;
  };
  readonly 'x-error-catalogue': Readonly<Record<string, { readonly example: string }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface Example {
  readonly value: unknown;
}

interface Content {
  readonly 'application/json'?: { readonly examples?: Readonly<Record<string, Example | { readonly $ref: string }>> };
}

/** Returns every operation, in the order of the document. */
export const operationsOf = (document: OpenApiDocument): readonly Operation[] => Object.values(document.paths).flatMap(Object.values);

/** Returns the component that a reference names. */
export function resolved<T extends object>(found: T | { readonly $ref: string }, among: Readonly<Record<string, T>>): T {
  if (!('$ref' in found)) return found;
  const target = among[found.$ref.split('/').at(-1) ?? ''];
  if (!target) throw new Error(`${found.$ref} leads nowhere.`);
  return target;
}

export const generatedNote = '/** Made by `npm run generate` from the documents. Edit those. */';
