import { type CatalogueEntry, type OpenApi, openApi } from './documents.ts';

/** Returns every documented refusal by its code, in the order of the documents, the public API's first. */
export function errorCatalogue(): ReadonlyMap<string, readonly Refusal[]> {
  const byCode = new Map<string, Refusal[]>();
  for (const [name, api] of apis) {
    const document = openApi(name);
    const allExamples = examplesIn(document);
    for (const [code, entry] of Object.entries(document['x-error-catalogue'])) {
      const operations = operationsOf(document.paths, entry.operations);
      const examples = allExamples.filter(({ value }) => value.error.code === code);
      byCode.set(code, [...(byCode.get(code) ?? []), { ...entry, api, operations, examples }]);
    }
  }
  return byCode;
}

const apis = [
  ['public', 'Public API'],
  ['operator', 'Operator API'],
  ['callbacks', 'Providers’ callbacks'],
  ['simulator', 'Simulator'],
] as const;

/** A code's meaning in one of the APIs. */
export interface Refusal extends Omit<CatalogueEntry, 'operations'> {
  readonly api: string;
  readonly operations: 'all' | readonly NamedOperation[];
  readonly examples: readonly Example[];
}

export interface NamedOperation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
}

interface Example {
  readonly summary: string;
  readonly value: { readonly error: { readonly code: string } };
}

function operationsOf(paths: OpenApi['paths'], ids: CatalogueEntry['operations']): Refusal['operations'] {
  if (ids === 'all') return ids;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id = '', tags = [] }]) =>
      ids.includes(id) ? [{ id, tag: tags[0] ?? '', method: method.toUpperCase(), path }] : [],
    ),
  );
}

/** Returns each example answer of a document once, however often it is referenced. */
function examplesIn(document: object): readonly Example[] {
  const found = new Map<string, Example>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isExample(value)) found.set(JSON.stringify(value.value), value);
    for (const part of Object.values(value)) look(part);
  };
  look(document);
  return [...found.values()];
}

const isExample = (value: object): value is Example =>
  'summary' in value && typeof (value as Partial<Example>).value?.error?.code === 'string';
