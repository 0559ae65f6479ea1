import { readFileSync } from 'node:fs';
import type { operations } from '../../src/contract/generated/operator.ts';
import { jsonOf } from '../../src/contract/json.ts';
import type { ReplyOf, RequestOf } from '../../src/contract/operation-types.ts';
import { longestRequestSeconds } from '../../src/process/limits.ts';
import { reasonOf } from '../../src/process/reason-of.ts';
import { UsageError } from '../parts/usage-error.ts';
import { isTooLate, mayHaveArrived, Refused, Unreachable } from './errors.ts';

/**
 * The operator API as functions, one for each `operationId`. Their types come from the generated document, and methods
 * and paths from the same document at run time, so the client always follows the document.
 */
export type OperatorClient = {
  readonly [Id in keyof operations]: (request: Asked<operations[Id]>) => Promise<Reply<Answered<operations[Id]>>>;
};

export interface Reply<Body> {
  readonly body: Body;
  /** Holds the bytes as the API wrote them, for `--json`; empty for an answer without a body. */
  readonly text: string;
}

export interface OperatorAddress {
  /** Has neither `/api/v1/operator` nor a slash at its end. */
  readonly url: string;
  readonly token: string;
}

export function operatorClient(address: OperatorAddress): OperatorClient {
  const functions = [...operationsOfDocument()].map(([id, route]) => [id, (request: Request) => send(address, route, request)]);
  // The functions come from the same document as the types.
  return Object.fromEntries(functions) as OperatorClient;
}

// The input leaves out the parts that an operation does not have.
// biome-ignore lint/complexity/noBannedTypes: the empty object adds nothing to an intersection.
type Nothing = {};
type Asked<Op> = Part<'path', RequestOf<Op>['path']> & Part<'query', RequestOf<Op>['query']> & Body<RequestOf<Op>['body']>;
type Part<Name extends string, Value> = keyof Value extends never
  ? Nothing
  : Nothing extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };
type Body<Value> = [Value] extends [undefined] ? Nothing : { readonly body: Value };

type Answered<Op> =
  Extract<ReplyOf<Op>, { status: 200 | 201 | 202 | 204 }> extends infer Done
    ? Done extends { readonly body: infer Content }
      ? Content
      : Done extends { readonly body?: undefined }
        ? undefined
        : never
    : never;

interface Route {
  readonly method: string;
  readonly path: string;
}

interface Request {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

async function send(address: OperatorAddress, route: Route, request: Request): Promise<Reply<never>> {
  const doubt = doubtOf(route, request);
  const response = await ask(address, urlFor(address, route, request), route.method, request.body, doubt);
  const text = await response.text().catch((error: unknown) => {
    throw new Unreachable(`The answer of ${address.url} broke off (${reasonOf(error)}).${doubt}`);
  });
  if (!response.ok) throw refusal(address, response.status, text, doubt);
  // The operator API checks its answers against the same document.
  return { body: (response.status === 204 ? undefined : parse(address, text, doubt)) as never, text };
}

/** Returns what is to be said where a request may have been done, although this is not known. */
function doubtOf({ method }: Route, { body }: Request): string {
  if (method === 'GET') return '';
  const key = typeof body === 'object' && body !== null && 'dedupeKey' in body ? body.dedupeKey : undefined;
  const doubt = ' It is not known whether it was done.';
  return typeof key === 'string' ? `${doubt} Repeat the command with --dedupe-key ${key}: it is done once.` : doubt;
}

function urlFor({ url }: OperatorAddress, { path }: Route, request: Request): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(request.path?.[name]);
    // Each of these would lead to another path.
    if (['', '.', '..'].includes(value)) throw new UsageError(`"${value}" is no id.`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) if (value !== undefined) query.set(name, String(value));
  return `${url}/api/v1/operator${filled}${query.size > 0 ? `?${query}` : ''}`;
}

async function ask(address: OperatorAddress, url: string, method: string, body: unknown, doubt: string): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: { authorization: `Bearer ${address.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A followed redirect would carry the token to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (error) {
    const reason = reasonOf(error);
    if (!mayHaveArrived(error)) throw new Unreachable(`Nothing answers at ${address.url} (${reason}). Is the service running there?`);
    const what = isTooLate(error) ? `did not answer within ${patienceMs / 1_000} s` : `ended the connection without an answer (${reason})`;
    throw new Unreachable(`${address.url} ${what}.${doubt}`);
  }
}

/** Longer than a service takes for its longest answer. */
const patienceMs = (longestRequestSeconds + 15) * 1_000;

function refusal(address: OperatorAddress, status: number, text: string, doubt: string): Error {
  const { error } = parse(address, text, doubt) as { error?: { code?: unknown; message?: unknown; details?: unknown } };
  if (typeof error?.code !== 'string') return notOurs(address, `status ${status}`, doubt);
  const message = `${error.message}${error.code === 'internal_error' ? doubt : ''}`;
  return new Refused({ status, code: error.code, message, details: error.details }, text);
}

function parse(address: OperatorAddress, text: string, doubt: string): object {
  const answer = jsonOf(text);
  if (typeof answer === 'object' && answer !== null) return answer;
  throw notOurs(address, text === '' ? 'nothing' : answer === undefined ? 'something that is not JSON' : 'no JSON object', doubt);
}

const notOurs = ({ url }: OperatorAddress, what: string, doubt: string): Unreachable =>
  new Unreachable(`${url} answers ${what}, which the operator API never does. Is the address that of the operator listener?${doubt}`);

function operationsOfDocument(): Map<string, Route> {
  const document: { paths: Record<string, Record<string, { operationId?: string }>> } = JSON.parse(
    readFileSync(new URL('../../src/contract/generated/operator.json', import.meta.url), 'utf8'),
  );
  return new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        operationId ? [[operationId, { method: method.toUpperCase(), path }] as const] : [],
      ),
    ),
  );
}
