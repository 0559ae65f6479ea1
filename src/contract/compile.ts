import { type Document, OpenAPIBackend, type Operation } from 'openapi-backend';
import type { Problem } from '../errors.ts';
import { type QueryReader, queryReader, type RawQuery } from './parameters.ts';
import { problemsOf } from './problems.ts';
import { type Params, TunedRouter } from './router.ts';
import { TunedValidator } from './validator.ts';

/**
 * A compiled OpenAPI document: it routes requests and validates them. openapi-backend does the work. Unchanged it costs
 * over 100 µs a request, so subclasses replace its router and its validator; they keep its schemas and skip repeated
 * work. `test/contract/tuned.test.ts` compares both.
 */
export interface Contract {
  readonly document: Document;
  readonly operationIds: readonly string[];
  route(method: string, path: string): ContractRoute;
  /** Compiles the request validators ahead. Otherwise the first request of each operation waits for that. */
  precompile(): void;
  /** Returns every problem of a request at once. */
  requestProblems(operation: ContractOperation, parts: RequestParts): readonly Problem[];
  /** Returns the problems of a response. An undocumented status is one of them. */
  responseProblems(operationId: string, status: number, body: unknown): readonly Problem[];
}

export type ContractRoute =
  | { readonly kind: 'operation'; readonly operation: ContractOperation; readonly params: Params }
  | { readonly kind: 'wrong_method'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown_path' };

export interface ContractOperation {
  readonly id: string;
  /** Is the whole path, such as `/api/v1/public/calls/{id}`. */
  readonly template: string;
  readonly takesBody: boolean;
  /** Is the operation's `x-limit.bodyBytes`, or undefined if the document has none. */
  readonly maxBodyBytes: number | undefined;
  /** Is the scope in the security requirement, if any. */
  readonly scope: string | undefined;
  readonly readQuery: QueryReader;
  readonly document: Operation;
}

export interface RequestParts {
  readonly path: Params;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Is undefined if there is no body. */
  readonly body: unknown;
}

export type { RawQuery };

/** Compiles a bundled document. Its paths begin with the path of its first server. */
export function compileContract(document: Document): Contract {
  const api = openBackend(document);
  const router = new TunedRouter({ definition: api.definition, apiRoot: basePathOf(document) });
  const validator = new TunedValidator({ definition: api.definition, router });
  api.router = router;
  api.validator = validator;
  const operations = new Map(router.getOperations().map((operation) => [operation, describe(operation, basePathOf(document))]));
  return {
    document,
    operationIds: [...operations.values()].map((operation) => operation.id),
    precompile: () => validator.precompile(),
    route(method, path) {
      const route = router.route(method, path);
      if (route.kind !== 'operation') return route;
      const operation = operations.get(route.operation);
      if (!operation) throw new Error(`No description of ${route.operation.operationId}.`);
      return { ...route, operation };
    },
    requestProblems(operation, { path, query, headers, body }) {
      // openapi-backend types parameters as strings, but here they are converted already.
      const request = { method: '', path: '', params: path, query, headers, body } as unknown as Parameters<
        typeof validator.validateRequest
      >[0];
      const { errors } = api.validator.validateRequest(request, operation.document);
      return errors ? problemsOf(errors) : none;
    },
    responseProblems(operationId, status, body) {
      const operation = router.getOperation(operationId);
      const response = operation?.responses?.[String(status)];
      if (!response) return [{ path: '', message: `${operationId} does not document the status ${status}` }];
      const errors = validator.responseErrors(operationId, status, body);
      return errors ? problemsOf(errors) : none;
    },
  };
}

const none: readonly Problem[] = [];

/**
 * Opens the backend with `quick`. Without it openapi-backend checks a 3.1 document against the 3.0 meta-schema, finds
 * it invalid and serves nothing. In this mode `init` is done when it returns, so a server can be made synchronously.
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

/**
 * Returns the path of the document's first server: `/api/v1/public` for `http://127.0.0.1:8080/api/v1/public`. A
 * template's variables have their defaults.
 */
export function basePathOf(document: Document): string {
  const server = document.servers?.[0];
  const url = (server?.url ?? '/').replace(/\{([^}]+)\}/g, (_, name: string) => server?.variables?.[name]?.default ?? '');
  return new URL(url, 'http://localhost').pathname.replace(/\/+$/, '') || '/';
}
