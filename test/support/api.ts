import assert from 'node:assert/strict';
import type { AddressInfo, Server, Socket } from 'node:net';
import { after } from 'node:test';
import { request as send } from 'undici';
import type { Context } from '../../src/context.ts';
import type { Contract, ContractOperation } from '../../src/contract/compile.ts';
import { operatorContract, publicContract } from '../../src/contract/documents.ts';
import { type ConnectionPatience, createOperatorServer, createPublicServer } from '../../src/http/server.ts';
import type { DocumentedResponse } from '../../tools/conformance/responses/rule.ts';

/**
 * An HTTP client for tests. It checks every response against the document: its status must be documented for the
 * operation, its body must fit the schema, and the required headers must be there. A response that does not fit fails
 * the test, whatever the test itself checks.
 */
export interface ApiClient {
  readonly baseUrl: string;
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>;
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>;
  /** Returns the same client with another key, or without one for `null`. */
  with(key: string | null): ApiClient;
}

export interface RequestOptions {
  /** Is sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: the document's validator has just said what it is.
  readonly body: any;
  readonly raw: string;
}

/** Returns what a refusal says to a program: its status and its code. */
export const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.error.code}`;

/** Returns a client of the public API at an origin such as `http://127.0.0.1:40001`. Paths begin after `/api/v1/public`. */
export const api = (origin: string, key: string | null = null): ApiClient =>
  client({ contract: publicContract(), baseUrl: `${origin}/api/v1/public`, rates: 'all' }, key);

/** Returns a client of the public API of an older release, whose answers may lack what has been added since. */
export const olderApi = (origin: string, key: string | null = null): ApiClient =>
  client({ contract: publicContract(), baseUrl: `${origin}/api/v1/public`, rates: 'specified' }, key);

/** Returns a client of the operator API. Paths begin after `/api/v1/operator`. */
export const operatorApi = (origin: string, token: string | null): ApiClient =>
  client({ contract: operatorContract(), baseUrl: `${origin}/api/v1/operator`, rates: 'none' }, token);

export interface TestServer {
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on a free port of this machine. `close` cuts the connections that are open. */
export async function listen(server: Server, at = 0, host = '127.0.0.1'): Promise<TestServer> {
  // A server that closes an idle connection could do so just when the next request comes, after the process was busy for seconds.
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 0;
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(at, host, resolve));
  // The address of a TCP listener has this shape.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** What a server is closed after: one test, or with `{ after }` of node:test a whole file. */
type Closing = { after(clean: () => Promise<void>): void };

function closedAfter<Server extends TestServer>(t: Closing, server: Server): Server {
  t.after(server.close);
  return server;
}

/** Starts a server for one test, and closes it after it. */
export const listenFor = async (t: Closing, server: Server) => closedAfter(t, await listen(server));

const never = 3_600_000;
/** No limit of a connection runs out, however long the documentation takes to be built: no test may depend on how fast the machine is. */
export const endless: ConnectionPatience = { headersMs: never, requestMs: never, lookEachMs: never, silenceMs: never };

/** Starts the public server of a context, and returns a client for it. */
export async function startPublic(context: Context, key: string | null = null): Promise<TestServer & { api: ApiClient }> {
  const server = await listen(createPublicServer(context, undefined, endless));
  return { ...server, api: api(server.origin, key) };
}

export async function startOperator(context: Context): Promise<TestServer & { api: ApiClient }> {
  const server = await listen(createOperatorServer(context, endless));
  return { ...server, api: operatorApi(server.origin, context.config.operatorToken) };
}

/** Starts the public server of a context for one test, and closes it after it. */
export const publicFor = async (t: Closing, context: Context, key?: string) => closedAfter(t, await startPublic(context, key));

/** Starts the operator's server of a context for one test, and closes it after it. */
export const operatorFor = async (t: Closing, context: Context) => closedAfter(t, await startOperator(context));

/** These do the same for all tests of a file. */
export const listenOfFile = (server: Server) => listenFor({ after }, server);
export const publicOfFile = (context: Context) => publicFor({ after }, context);
export const operatorOfFile = (context: Context) => operatorFor({ after }, context);

/** An API and its address. */
export interface Target {
  readonly contract: Contract;
  readonly baseUrl: string;
  /** Which headers of a budget every response has: those of the specification, or these and the IETF's draft's. */
  readonly rates: 'none' | 'specified' | 'all';
}

function client(target: Target, key: string | null): ApiClient {
  const request: ApiClient['request'] = async (method, path, { body, headers = {} } = {}) => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body);
    const content = body === undefined ? null : raw ? body : JSON.stringify(body);
    const response = await send(target.baseUrl + path, {
      // undici types methods as a closed set; tests try others.
      method: method as 'GET',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(content === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: content,
    });
    const text = await response.body.text();
    const received = {
      status: response.statusCode,
      headers: flatten(response.headers),
      raw: text,
      body: text === '' ? undefined : JSON.parse(text),
    };
    checkAnswer(target, method, path, received);
    return received;
  };
  return {
    baseUrl: target.baseUrl,
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body, headers = {}) => request('POST', path, { body, headers }),
    with: (other) => client(target, other),
  };
}

const flatten = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat().join(', ')]])));

/** Throws if an answer does not fit the document. `path` begins after the base URL. */
export function checkAnswer({ contract, baseUrl, rates }: Target, method: string, path: string, response: ApiResponse): void {
  const said = `${method} ${path} → ${response.status} ${response.raw.slice(0, 500)}`;
  checkCommonHeaders(response, rates, said);
  const pathname = `${new URL(baseUrl).pathname.replace(/\/$/, '')}${path.split('?', 1)[0]}`;
  const route = contract.route(method, pathname);
  if (route.kind === 'operation') checkOperation(contract, route.operation, response, said);
  else checkNoOperation(route.kind, method, response, said);
}

function checkOperation(contract: Contract, operation: ContractOperation, response: ApiResponse, said: string): void {
  const documented = documentedResponse(operation.document.responses, response.status);
  assert.ok(documented, `the document has no such status: ${said}`);
  checkDocumentedHeaders(documented.headers, response, said);
  if (documented.content === undefined) assert.equal(response.raw, '', `the document has no body for this: ${said}`);
  else
    assert.deepEqual(
      contract.responseProblems(operation.id, response.status, response.body),
      [],
      `the body is not what the document says: ${said}`,
    );
}

function checkCommonHeaders({ headers, raw }: ApiResponse, rates: Target['rates'], said: string): void {
  assert.match(headers['x-request-id'] ?? '', /^[\w.:-]{1,128}$/, `no request id: ${said}`);
  if (raw !== '') assert.equal(headers['content-type'], 'application/json', said);
  if (rates === 'none') return;
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    assert.match(headers[name] ?? '', /^\d+$/, `no ${name}: ${said}`);
  if (rates === 'specified') return;
  for (const name of ['ratelimit-policy', 'ratelimit']) assert.match(headers[name] ?? '', /^"[a-z]+";/, `no ${name}: ${said}`);
}

function checkNoOperation(kind: 'unknown_path' | 'wrong_method', method: string, response: ApiResponse, said: string): void {
  assert.equal(response.status, kind === 'unknown_path' ? 404 : 405, said);
  if (kind === 'wrong_method') assert.ok(response.headers['allow'], `no Allow: ${said}`);
  if (method === 'HEAD') return;
  assert.deepEqual(Object.keys(response.body), ['error'], said);
  assert.equal(response.body.error.code, kind === 'unknown_path' ? 'not_found' : 'method_not_allowed', said);
}

/** The document is dereferenced by now, which its types cannot express. */
const documentedResponse = (responses: unknown, status: number): DocumentedResponse | undefined =>
  (responses as Record<string, DocumentedResponse> | undefined)?.[String(status)];

function checkDocumentedHeaders(documented: DocumentedResponse['headers'], { headers }: ApiResponse, said: string): void {
  for (const [name, { required, schema }] of Object.entries(documented ?? {})) {
    const value = headers[name.toLowerCase()];
    if (required) assert.ok(value !== undefined, `no ${name}: ${said}`);
    if (value === undefined) continue;
    if (schema?.type === 'integer') assert.match(value, /^-?\d+$/, `${name}: ${said}`);
    if (schema?.const !== undefined) assert.equal(value, schema.const, `${name}: ${said}`);
  }
}
