import { type Document, OpenAPIBackend, type Operation } from 'openapi-backend';
import type { Problem } from '../errors.ts';
import { type QueryReader, queryReader, type RawQuery } from './parameters.ts';
import { problemsOf } from './problems.ts';
import { type Params, paramsOf, pathRoutes } from './routes.ts';
import { TunedValidator } from './validator.ts';

/**
 * An OpenAPI document, compiled: where a request goes and whether it is one that the document allows. openapi-backend
 * compiles the schemas. Its own way of a request costs over 100 µs: it lists the operations and parses the request anew each
 * time. So the HTTP router is given the paths as patterns, and a subclass of the validator runs its compiled schemas on what is
 * parsed already. `test/contract/tuned.test.ts` holds both against each other.
 */
export interface Contract {
  readonly document: Document;
  readonly operationIds: readonly string[];
  /** For a router, in the order in which they are to be tried. */
  readonly paths: readonly ContractPath[];
  /** Where a request goes: to an operation, to a path that takes other methods, or nowhere. */
  route(method: string, path: string): ContractRoute;
  /** Compiles what judges requests: done ahead, no caller waits for it; otherwise the first request of each operation does. */
  precompile(): void;
  /** Everything that is wrong with a request, at once. */
  requestProblems(operation: ContractOperation, parts: RequestParts): readonly Problem[];
  /** What is wrong with a response. A status that the operation does not document is wrong too. */
  responseProblems(operationId: string, status: number, body: unknown): readonly Problem[];
}

export interface ContractPath {
  readonly pattern: RegExp;
  /** By method, in capitals. */
  readonly operations: ReadonlyMap<string, ContractOperation>;
}

export type ContractRoute =
  | { readonly kind: 'operation'; readonly operation: ContractOperation; readonly params: Params }
  | { readonly kind: 'wrong_method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown_path' };

export interface ContractOperation {
  readonly id: string;
  /** Its whole path, such as `/api/v1/public/calls/{id}`. */
  readonly template: string;
  readonly takesBody: boolean;
  /** Its `x-limit.bodyBytes`; undefined where the document has none. */
  readonly maxBodyBytes: number | undefined;
  /** The scope that its security requirement names, if any. */
  readonly scope: string | undefined;
  readonly readQuery: QueryReader;
  readonly document: Operation;
}

export interface RequestParts {
  readonly path: Params;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined where there is none. */
  readonly body: unknown;
}

export type { RawQuery };

/** Compiles a bundled document. Its paths stand under the path of its first server. */
export function compileContract(document: Document): Contract {
  const api = openBackend(document);
  const byId = new Map(api.router.getOperations().map((operation) => [operation.operationId ?? '', operation]));
  const validator = new TunedValidator({ definition: api.definition, router: api.router }, byId);
  api.validator = validator;
  const basePath = basePathOf(document);
  const paths = pathRoutes([...byId.values()], basePath).map(({ pattern, methods }) => ({
    pattern,
    operations: new Map([...methods].map(([method, operation]) => [method, describe(operation, basePath)])),
  }));
  return {
    document,
    operationIds: [...byId.keys()],
    paths,
    precompile: () => validator.precompile(),
    route(method, path) {
      for (const { pattern, operations } of paths) {
        const match = pattern.exec(path);
        if (!match) continue;
        const operation = operations.get(method);
        if (operation) return { kind: 'operation', operation, params: paramsOf(match.groups) };
        return { kind: 'wrong_method', allowed: [...operations.keys()] };
      }
      return unknownPath;
    },
    requestProblems(operation, { path, query, headers, body }) {
      // openapi-backend types parameters as the strings they were; ours are converted already.
      const request = { method: '', path: '', params: path, query, headers, body } as unknown as Parameters<
        typeof validator.validateRequest
      >[0];
      const { errors } = api.validator.validateRequest(request, operation.document);
      return errors ? problemsOf(errors) : none;
    },
    responseProblems(operationId, status, body) {
      const operation = byId.get(operationId);
      const response = operation?.responses?.[String(status)];
      if (!response) return [{ path: '', message: `${operationId} does not document the status ${status}` }];
      const errors = validator.responseErrors(operationId, status, body);
      return errors ? problemsOf(errors) : none;
    },
  };
}

const none: readonly Problem[] = [];
const unknownPath: ContractRoute = { kind: 'unknown_path' };

/**
 * `quick`: without it openapi-backend judges a 3.1 document by the 3.0 meta-schema, finds it wrong and serves nothing.
 * In this mode `init` has nothing to wait for and is done when it returns, which lets a server be made synchronously.
 */
function openBackend(document: Document): OpenAPIBackend {
  const api = new OpenAPIBackend({ definition: document, quick: true, strict: true, ignoreTrailingSlashes: false });
  void api.init();
  if (!api.initialized) throw new Error('openapi-backend did not take the document at once.');
  return api;
}

function describe(operation: Operation, basePath: string): ContractOperation {
  return {
    id: operation.operationId ?? '',
    template: `${basePath === '/' ? '' : basePath}${operation.path}`,
    takesBody: operation.requestBody !== undefined,
    maxBodyBytes: bodyLimitOf(operation),
    scope: scopeOf(operation),
    readQuery: queryReader(operation),
    document: operation,
  };
}

function bodyLimitOf(operation: Operation): number | undefined {
  const limits: { bodyBytes?: unknown } | undefined =
    'x-limit' in operation && typeof operation['x-limit'] === 'object' ? (operation['x-limit'] ?? {}) : {};
  return typeof limits.bodyBytes === 'number' ? limits.bodyBytes : undefined;
}

const scopeOf = (operation: Operation): string | undefined =>
  operation.security?.flatMap((requirement) => Object.values(requirement).flat())[0];

/** `http://127.0.0.1:8080/api/v1/public` is `/api/v1/public`; a template's variables take their defaults. */
export function basePathOf(document: Document): string {
  const server = document.servers?.[0];
  const url = (server?.url ?? '/').replace(/\{([^}]+)\}/g, (_, name: string) => server?.variables?.[name]?.default ?? '');
  return new URL(url, 'http://localhost').pathname.replace(/\/+$/, '') || '/';
}
