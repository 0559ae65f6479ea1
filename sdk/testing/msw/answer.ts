import { callDataProblems } from '../../../src/calls/call-data.ts';
import { basePathOf, type ContractOperation, type ContractRoute, type RawQuery } from '../../../src/contract/compile.ts';
import { publicContract } from '../../../src/contract/documents.ts';
import type { operations } from '../../../src/contract/generated/public.ts';
import { withKeyOfHeader } from '../../../src/contract/idempotency-header.ts';
import { invalidMembers, together } from '../../../src/contract/problems.ts';
import { RawJson } from '../../../src/contract/raw-json.ts';
import * as refusals from '../../../src/errors.ts';
import { addBudget, shownBudget } from '../../../src/http/budget-headers.ts';
import { parseJson } from '../../../src/http/parse-json.ts';
import { isJson } from '../../../src/http/read-body.ts';
import { type Reply, refusalReply } from '../../../src/http/reply.ts';
import type { MemoryBuckets } from '../../../src/pacing/memory-buckets.ts';
import type { Bucket } from '../../../src/pacing/pacing.ts';
import { maxBodyBytes, mostPublicBodyParts } from '../../../src/process/limits.ts';
import { retryAfterSeconds } from '../../../src/tenants/rate-budget.ts';
import type { Account, Asked } from './account.ts';
import { exampleOfSuccess, replayHeader, successStatus } from './documented.ts';
import { earlyChecks, statefulOperations } from './operations.ts';

export interface Gate {
  readonly account: Account;
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly budgets: Readonly<Record<'read' | 'write' | 'address', Bucket>>;
  buckets: MemoryBuckets;
  /** Returns and removes the refusal that this operation is to meet next, if any. */
  planned(operation: string): refusals.ApiError | undefined;
}

/**
 * Answers a request. The document decides which requests are valid, and refusals come in the contract's order. An
 * answer that the document does not allow is a bug of the mock and is thrown. `path` begins after the prefix.
 */
export async function answer(gate: Gate, request: Request, path: string): Promise<Response> {
  const { account, keys, budgets } = gate;
  const contract = publicContract();
  const key = /^bearer +([^\s]+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  const budget = keys.has(key) ? budgets[request.method === 'GET' ? 'read' : 'write'] : budgets.address;
  const route = contract.route(request.method, `${basePathOf(contract.document)}${path}`);
  const reply = await replyTo(gate, { request, key, budget }, route).catch((error: unknown) => {
    if (error instanceof refusals.ApiError) return refusalReply(error);
    throw error;
  });
  const text = textOf(reply);
  if (route.kind === 'operation') {
    const { id } = route.operation;
    const problems = contract.responseProblems(id, reply.status, text === undefined ? null : JSON.parse(text));
    if (problems.length > 0) throw new Error(`The document allows no such answer to ${id}: ${JSON.stringify({ problems, reply })}`);
  }
  const requestId = request.headers.get('x-request-id') ?? '';
  const headers: Record<string, string | number> = {
    'X-Request-Id': /^[\w.:-]{1,128}$/.test(requestId) ? requestId : crypto.randomUUID(),
    'Cache-Control': 'no-store',
    ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...reply.headers,
  };
  const now = account.time.now();
  addBudget(headers, shownBudget(budget, gate.buckets.look(budget, now), now, now));
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(text ?? null, { status: reply.status, headers: texts });
}

const textOf = ({ body, rawJson }: Reply): string | undefined => rawJson ?? (body === undefined ? undefined : JSON.stringify(body));

interface Exchange {
  readonly request: Request;
  readonly key: string;
  readonly budget: Bucket;
}

async function replyTo(gate: Gate, { request, key, budget }: Exchange, route: ContractRoute): Promise<Reply> {
  if (route.kind === 'unknown_path') throw refusals.notFound();
  if (route.kind === 'wrong_method') throw refusals.methodNotAllowed(route.allowed);
  const { account } = gate;
  const { operation, params } = route;
  admit(gate, { key, budget }, operation);
  const { value, text: rawBody } = operation.takesBody
    ? await readJson(request, operation.maxBodyBytes ?? maxBodyBytes)
    : { value: undefined, text: '' };
  const keyed = withKeyOfHeader(operation, headersOf(request), value);
  const { body, headers } = keyed;
  const { values: query, unknown } = operation.readQuery(queryOf(request));
  const problems = together(
    [...keyed.problems, ...unknown, ...publicContract().requestProblems(operation, { path: params, query, headers, body: value })],
    operation.id === 'placeCall' ? callDataProblems(rawBody) : [],
  );
  if (problems.length > 0) throw invalidMembers(problems);
  await account.time.storiesTold();
  return operate(account, operation, key, { path: params, query, body, rawBody });
}

const headersOf = ({ headers }: Request): Readonly<Record<string, string>> => Object.fromEntries(headers);

/** Returns the query as the service reads it: a parameter that is repeated has a list of values, which few may have. */
function queryOf({ url }: Request): RawQuery {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    [...searchParams.keys()].map((name) => {
      const [value, ...more] = searchParams.getAll(name);
      return [name, more.length > 0 ? [value ?? '', ...more] : value];
    }),
  );
}

/** Lets a request in, or throws the first refusal that it meets. */
function admit(
  { account, keys, planned, buckets }: Gate,
  { key, budget }: Pick<Exchange, 'key' | 'budget'>,
  operation: ContractOperation,
): void {
  const refusal = planned(operation.id);
  if (refusal?.code === 'public_api_disabled') throw refusal;
  const at = account.time.now();
  const { answer: state } = buckets.take(budget, at);
  if (!state.taken) throw refusals.rateLimited(retryAfterSeconds(state, at));
  const scopes = keys.get(key);
  if (!scopes) throw refusals.invalidApiKey('This API key is not one of the mock.');
  if (refusal) throw refusal;
  if (operation.scope !== undefined && !scopes.includes(operation.scope)) throw refusals.insufficientScope(operation.scope, scopes);
}

type Accepted = Omit<Asked<keyof operations>, 'body'> & { readonly body: unknown };

/** Runs an operation of state under its `idempotencyKey`, or shows the document's example of any other. */
async function operate(account: Account, operation: ContractOperation, apiKey: string, accepted: Accepted): Promise<Reply> {
  const id = operation.id as keyof operations; // The document's operations are those of its types.
  const status = successStatus(operation);
  const replyOf = (done: unknown): Reply => ({
    status,
    ...(done instanceof RawJson ? { rawJson: done.text } : done === undefined ? {} : { rawJson: JSON.stringify(done) }),
  });
  const run = async (): Promise<Reply> => {
    const stateful = statefulOperations[id];
    // The document has just accepted the request as one of this operation.
    return replyOf(stateful ? await stateful(account, accepted as never) : exampleFor(account, operation, accepted));
  };
  earlyChecks[id]?.(accepted as never);
  const { idempotencyKey } = (accepted.body ?? {}) as { readonly idempotencyKey?: string };
  const header = replayHeader(operation);
  if (header === undefined || idempotencyKey === undefined) return run();
  const keyed = {
    apiKey,
    operation: `${id} ${Object.values(accepted.path).join()}`,
    key: idempotencyKey,
    body: accepted.body,
    at: account.time.now(),
  };
  const { reply, replayed } = await account.answers.under(keyed, run);
  return replayed ? { ...reply, headers: { [header]: 'true' } } : reply;
}

/** Returns the document's example of the success, if the object that the path names is there. */
function exampleFor({ objects }: Account, operation: ContractOperation, { path }: Accepted): unknown {
  const [noun = ''] = operation.document.path.split('/').filter(Boolean);
  const [id] = Object.values(path);
  if (id !== undefined && noun in objects) objects[noun as keyof Account['objects']].one(id);
  return exampleOfSuccess(operation);
}

async function readJson(request: Request, maxBytes: number): Promise<{ readonly value: unknown; readonly text: string }> {
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length === 0) return { value: undefined, text: '' };
  if (!isJson(headersOf(request))) throw refusals.unsupportedMediaType();
  if (bytes.length > maxBytes) throw refusals.payloadTooLarge(maxBytes);
  return parseJson(bytes, mostPublicBodyParts);
}
