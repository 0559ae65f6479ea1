import { type Document, OpenAPIBackend, type Operation } from 'openapi-backend';
import type { Problem } from '../errors.ts';
import { type Json, object } from './json.ts';
import { type QueryReader, queryReader, type RawQuery } from './parameters.ts';
import { problemsOf } from './problems.ts';
import { decodedParams, type Params, type PathRoute, pathRoutes } from './routes.ts';
import { TunedValidator } from './validator.ts';

/**
 * A compiled OpenAPI document: it routes requests and validates them. openapi-backend compiles the schemas. Unchanged it costs
 * over 100 µs a request, because it lists the operations and parses the request each time. So a router gets the paths as patterns,
 * and a subclass of the validator runs the compiled schemas on parsed parts. `test/contract/tuned.test.ts` compares both.
 */
export interface Contract {
  readonly document: Document;
  /** For a router, in the order in which they are to be tried. */
  readonly paths: readonly PathRoute<ContractOperation>[];
  /** Where a request goes: to an operation, to a path that takes other methods, or nowhere. */
  route(method: string, path: string): ContractRoute;
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
  /** Is in capitals. */
  readonly method: string;
  /** Is the whole path, such as `/api/v1/public/calls/{id}`. */
  readonly template: string;
  readonly takesBody: boolean;
  /** Is the operation's `x-limit.bodyBytes`, or undefined if the document has none. */
  readonly maxBodyBytes: number | undefined;
  /** Is the property of the body that takes an idempotency key: `x-idempotency.field`. */
  readonly idempotencyField: string | undefined;
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
  const byId = new Map(api.router.getOperations().map((operation) => [operation.operationId ?? '', operation]));
  const validator = new TunedValidator({ definition: api.definition, router: api.router }, byId);
  api.validator = validator;
  const basePath = basePathOf(document);
  const paths = pathRoutes([...byId.values()].map((operation) => describe(operation, basePath)));
  return {
    document,
    paths,
    route(method, path) {
      for (const { pattern, operations } of paths) {
        const match = pattern.exec(path);
        if (!match) continue;
        const operation = operations.get(method);
        if (operation) return { kind: 'operation', operation, params: decodedParams(match.groups) };
        return { kind: 'wrong_method', allowed: [...operations.keys()] };
      }
      return unknownPath;
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
  const { bodyBytes } = extension(operation, 'x-limit');
  const { field } = extension(operation, 'x-idempotency');
  return {
    id: operation.operationId ?? '',
    method: operation.method.toUpperCase(),
    template: `${basePath === '/' ? '' : basePath}${operation.path}`,
    takesBody: operation.requestBody !== undefined,
    maxBodyBytes: typeof bodyBytes === 'number' ? bodyBytes : undefined,
    idempotencyField: typeof field === 'string' ? field : undefined,
    scope: scopeOf(operation),
    readQuery: queryReader(operation),
    document: operation,
  };
}

/** Returns the members of an extension of the document: none where the operation does not have it. */
const extension = (operation: Operation, name: 'x-limit' | 'x-idempotency'): Json =>
  object(new Map<string, unknown>(Object.entries(operation)).get(name));

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
