import { basePathOf } from '../../src/contract/compile.ts';
import { publicContract } from '../../src/contract/documents.ts';
import type { operations } from '../../src/contract/generated/public.ts';
import { firstProblem } from '../../src/contract/problems.ts';
import type { ErrorCode } from '../client/errors-by-code.ts';
import type { Account } from './account.ts';
import type { Budget } from './budgets.ts';
import { operationsOfMock } from './operations.ts';
import { invalidRequest, Refusal } from './refusal.ts';
import { sizeProblems } from './sizes.ts';

export interface Gate {
  readonly account: Account;
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly budgets: Readonly<Record<'read' | 'write' | 'address', Budget>>;
  /** Returns and removes the refusal that this operation is to meet next, if any. */
  planned(operation: string): ErrorCode | undefined;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Answers a request. The document decides which requests are valid, and refusals come in the contract's order. An
 * answer that the document does not allow is a bug of the mock and is thrown. `path` begins after the prefix.
 */
export async function answer(gate: Gate, request: Request, path: string): Promise<Response> {
  const { account } = gate;
  const key = bearerOf(request);
  const budget = gate.keys.has(key) ? gate.budgets[request.method === 'GET' ? 'read' : 'write'] : gate.budgets.address;
  const exchange = { request, path, key, budget };
  const { operation, reply } = await replyTo(gate, exchange);
  if (operation !== null) {
    const problems = publicContract().responseProblems(operation, reply.status, reply.body ?? null);
    if (problems.length > 0) throw new Error(`The document allows no such answer to ${operation}: ${JSON.stringify({ problems, reply })}`);
  }
  const headers = {
    ...budget.headers(account.time.now()),
    'X-Request-Id': request.headers.get('x-request-id') ?? crypto.randomUUID(),
    'Cache-Control': 'no-store',
    ...reply.headers,
  };
  return reply.body === undefined
    ? new Response(null, { status: reply.status, headers })
    : Response.json(reply.body, { status: reply.status, headers });
}

interface Exchange {
  readonly request: Request;
  readonly path: string;
  readonly key: string;
  readonly budget: Budget;
}

async function replyTo(gate: Gate, exchange: Exchange): Promise<{ readonly operation: string | null; readonly reply: Reply }> {
  const contract = publicContract();
  const route = contract.route(exchange.request.method, `${basePathOf(contract.document)}${exchange.path}`);
  if (route.kind !== 'operation') return { operation: null, reply: unmatched(route) };
  const { id } = route.operation;
  try {
    return { operation: id, reply: await operate(gate, exchange, route) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { operation: id, reply: error };
  }
}

type Route = ReturnType<ReturnType<typeof publicContract>['route']>;

function unmatched(route: Exclude<Route, { kind: 'operation' }>): Reply {
  if (route.kind === 'unknown_path') return new Refusal('not_found');
  const allowed = route.allowed.join(', ');
  return new Refusal('method_not_allowed', { message: `This path takes ${allowed}.`, headers: { Allow: allowed } });
}

async function operate(gate: Gate, { request, key, budget }: Exchange, route: Extract<Route, { kind: 'operation' }>): Promise<Reply> {
  const { account, keys } = gate;
  const { operation, params } = route;
  const scopes = keys.get(key);
  const planned = gate.planned(operation.id);
  if (planned === 'public_api_disabled') throw new Refusal(planned);
  budget.take(account.time.now());
  if (!scopes) throw new Refusal('invalid_api_key');
  if (planned) throw new Refusal(planned);
  if (operation.scope !== undefined && !scopes.includes(operation.scope)) {
    throw new Refusal('insufficient_scope', {
      message: `This operation needs the scope ${operation.scope}, which the API key lacks.`,
      details: { required: operation.scope, granted: scopes },
    });
  }
  const body = operation.takesBody ? await readJson(request, operation.maxBodyBytes ?? defaultBodyBytes) : undefined;
  const { values: query, unknown } = operation.readQuery(Object.fromEntries(new URL(request.url).searchParams));
  const headers = Object.fromEntries(request.headers);
  const problems = [
    ...unknown,
    ...publicContract().requestProblems(operation, { path: params, query, headers, body }),
    ...(operation.id === 'placeCall' ? sizeProblems(body) : []),
  ];
  if (problems.length > 0) throw invalidRequest(firstProblem(problems), problems);
  await account.time.storiesTold();
  // The document has just accepted the request as one of this operation.
  const run = operationsOfMock[operation.id as keyof operations] as (account: Account, request: unknown) => Reply | Promise<Reply>;
  return run(account, { path: params, query, body, apiKey: key });
}

const bearerOf = (request: Request): string => /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';

/** The limit applies where the document has none. */
const defaultBodyBytes = 1024 * 1024;

async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) return undefined;
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') throw new Refusal('unsupported_media_type');
  if (bytes.length > maxBytes)
    throw new Refusal('payload_too_large', { message: `The request body is larger than ${maxBytes} bytes.`, details: { maxBytes } });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidRequest('The request body is not valid JSON.', [{ path: '/body', message: 'is not valid JSON' }]);
  }
}
