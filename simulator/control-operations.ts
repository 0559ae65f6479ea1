import { readFileSync } from 'node:fs';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { type Contract, compileContract } from '../src/contract/compile.ts';
import { once } from '../src/contract/documents.ts';
import { invalid, refusal } from './control-api.ts';
import { at, parseJson } from './json.ts';

/**
 * An operation of the control API. `openapi/simulator.yaml` decides which operation a request is for and if it is
 * valid, so an operation receives only valid requests.
 */
export type ControlOperation = (asked: Asked) => Promise<Response> | Response;

export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Is the simulator's address as the request reached it. */
  readonly origin: string;
  /** Fits the document's schema. An absent body is an empty object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Is the body as it was sent. */
  readonly text: string;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}

export function operationHandlers(operations: Readonly<Record<string, ControlOperation>>): RequestHandler[] {
  return [
    http.all('*', async ({ request }) => {
      const url = new URL(request.url);
      const route = simulatorContract().route(request.method, url.pathname);
      const operation = route.kind === 'operation' ? operations[route.operation.id] : undefined;
      if (route.kind !== 'operation' || !operation) return undefined;
      const text = await request.text();
      const takesJson = at(route.operation.document, 'requestBody', 'content', 'application/json') !== undefined;
      const body = takesJson && text !== '' ? parseJson(text) : {};
      if (body === undefined) return invalid('The body is not JSON.');
      const [problem] = takesJson || !route.operation.takesBody ? problemsOf(route, url.searchParams, body) : [];
      if (problem) return invalid(`${problem.path.replace(/^\/?/, '').replaceAll('/', '.') || 'The body'} ${problem.message}.`);
      const params = Object.fromEntries(Object.entries(route.params).map(([name, value]) => [name, String(value)]));
      // The document says that it is an object.
      return operation({
        params,
        query: url.searchParams,
        headers: request.headers,
        origin: url.origin,
        body: body as Asked['body'],
        text,
        signal: request.signal,
      });
    }),
  ];
}

type Route = Extract<ReturnType<Contract['route']>, { kind: 'operation' }>;

const problemsOf = ({ operation, params }: Route, query: URLSearchParams, body: unknown) =>
  simulatorContract().requestProblems(operation, {
    path: params,
    query: operation.readQuery(Object.fromEntries(query)).values,
    headers: { 'content-type': 'application/json' },
    body: operation.takesBody ? body : undefined,
  });

export const ok = (body: object, status = 200): Response => HttpResponse.json(body, { status });

/** Turns these errors of operations into the common form of a refusal. */
export function refusing(refusals: readonly Refused[], operations: Readonly<Record<string, ControlOperation>>): typeof operations {
  const wrapped = (operation: ControlOperation) => async (asked: Asked) => {
    try {
      return await operation(asked);
    } catch (error) {
      const found = refusals.find(({ is }) => error instanceof is);
      if (!found || !(error instanceof Error)) throw error;
      return refusal(found.status, found.code, error.message);
    }
  };
  return Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, wrapped(operation)]));
}

export interface Refused {
  readonly is: new (message?: string) => Error;
  readonly status: number;
  readonly code: string;
}

/** Returns the contract, compiled at first use: most simulators in tests never need it. */
export const simulatorContract: () => Contract = once(() =>
  compileContract(JSON.parse(readFileSync(new URL('../src/contract/generated/simulator.json', import.meta.url), 'utf8'))),
);
