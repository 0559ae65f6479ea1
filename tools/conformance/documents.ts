import type { Contract } from '../../src/contract/compile.ts';
import { basePathOf } from '../../src/contract/compile.ts';
import { asyncApiDocument, once, publicContract } from '../../src/contract/documents.ts';
import { at, dereference, entries, isObject, items, type JsonObject, operationsOf, resolve, text } from '../contract/document.ts';
import { Skipped } from './skipped.ts';

/** The published documents. A run knows nothing else of the service. */
export interface Documents {
  readonly contract: Contract;
  readonly openapi: JsonObject;
  readonly asyncapi: JsonObject;
  readonly operations: readonly Operation[];
  /** The path prefix of the document's own paths. */
  readonly base: string;
  operation(id: string): Operation;
  /** Returns the operation that a request meets, or null. The path begins below the base URL. */
  route(method: string, path: string): string | null;
  /** Returns the codes that an operation may answer with a status. */
  codes(operationId: string, status: number): readonly string[];
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Holds the path with its parameters in braces. */
  readonly path: string;
  readonly scope: string;
  readonly budget: 'read' | 'write';
  /** Has its references resolved, and is null where the operation takes no body. */
  readonly bodySchema: JsonObject | null;
  /** Is the largest body that is read, in bytes, or null where the document does not say. */
  readonly maxBodyBytes: number | null;
  readonly examples: readonly { readonly name: string; readonly value: unknown }[];
  readonly query: readonly QueryParameter[];
  readonly statuses: readonly number[];
  /** Holds the responses by status, with references resolved. */
  readonly responses: JsonObject;
}

export interface QueryParameter {
  readonly name: string;
  readonly schema: JsonObject;
}

/** Returns the documents of a service that has only these operations. */
export const onlyOperations = (whole: Documents, ids: readonly string[]): Documents => ({
  ...whole,
  operations: whole.operations.filter(({ id }) => ids.includes(id)),
});

/** Throws `Skipped` if a request meets an operation that the service under test does not have. */
export function expectOperation({ operations, route }: Documents, method: string, path: string): void {
  const id = route(method, path);
  if (id !== null && !operations.some((operation) => operation.id === id))
    throw new Skipped(`needs the operation ${id}, which --operations does not name`, id);
}

/** Tells if the service under test has an operation. */
export const offers = ({ operations }: Pick<Documents, 'operations'>, id: string): boolean =>
  operations.some((operation) => operation.id === id);

/** Tells if the document's own schema accepts a body for an operation. */
export function requestFits({ id, method, path }: Operation, body: unknown): boolean {
  const { contract, base } = documents();
  const route = contract.route(method, `${base}${path.replace(/\{\w+\}/g, 'x')}`);
  if (route.kind !== 'operation') throw new Error(`The document does not route to its own ${id}.`);
  return contract.requestProblems(route.operation, { path: route.params, query: {}, headers: {}, body }).length === 0;
}

export const documents: () => Documents = once(() => {
  const contract = publicContract();
  // Both documents were read from JSON files.
  const raw = contract.document as unknown as JsonObject;
  const openapi = { ...raw, 'x-unmatched-requests': dereference(raw, raw['x-unmatched-requests']) };
  const asyncapi = asyncApiDocument() as unknown as JsonObject;
  const operations = operationsOf(openapi).map((found) => describe(openapi, found));
  const base = basePathOf(contract.document);
  return {
    contract,
    openapi,
    asyncapi,
    operations,
    base,
    operation(id) {
      const found = operations.find((operation) => operation.id === id);
      if (!found) throw new Error(`The document has no operation ${id}.`);
      return found;
    },
    route(method, path) {
      const route = contract.route(method, `${base}${path.split('?', 1)[0]}`);
      return route.kind === 'operation' ? route.operation.id : null;
    },
    codes: (operationId, status) => catalogued(openapi, operationId, status),
  };
});

function describe(openapi: JsonObject, { id, method, path, operation }: ReturnType<typeof operationsOf>[number]): Operation {
  const media = at(openapi, operation, 'requestBody', 'content', 'application/json');
  const parameters = items(at(openapi, operation, 'parameters')).map((parameter) => resolve(openapi, parameter));
  const bodySchema = dereference(openapi, at(openapi, media, 'schema'));
  const maxBodyBytes = at(openapi, operation, 'x-limit', 'bodyBytes');
  return {
    id,
    method: method.toUpperCase(),
    path,
    scope: text(
      items(at(openapi, operation, 'security'))
        .flatMap(entries)
        .flatMap(([, scopes]) => items(scopes))[0],
    ),
    budget: method === 'get' ? 'read' : 'write',
    bodySchema: isObject(bodySchema) ? bodySchema : null,
    maxBodyBytes: typeof maxBodyBytes === 'number' ? maxBodyBytes : null,
    examples: entries(at(openapi, media, 'examples')).map(([name, example]) => ({ name, value: at(openapi, example, 'value') })),
    query: parameters
      .filter((parameter) => at(openapi, parameter, 'in') === 'query')
      .map((parameter) => ({
        name: text(at(openapi, parameter, 'name')),
        schema: dereference(openapi, at(openapi, parameter, 'schema')) as JsonObject,
      })),
    statuses: entries(at(openapi, operation, 'responses')).map(([status]) => Number(status)),
    responses: dereference(openapi, at(openapi, operation, 'responses')) as JsonObject,
  };
}

function catalogued(openapi: JsonObject, operationId: string, status: number): readonly string[] {
  return entries(at(openapi, openapi, 'x-error-catalogue'))
    .filter(([, entry]) => at(openapi, entry, 'status') === status)
    .filter(([, entry]) => {
      const named = at(openapi, entry, 'operations');
      return named === 'all' || items(named).includes(operationId);
    })
    .map(([code]) => code);
}
