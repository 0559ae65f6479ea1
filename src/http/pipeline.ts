import type { IncomingMessage } from 'node:http';
import type { Contract, ContractOperation, ContractRoute } from '../contract/compile.ts';
import { maxProblems } from '../contract/problems.ts';
import type { Params } from '../contract/routes.ts';
import type { RequestScope } from '../db/fair-queue.ts';
import { invalidRequest, methodNotAllowed, notFound, type Problem } from '../errors.ts';
import type { RequestAbout } from '../tracing/request-about.ts';
import type { Admission, Admitted } from './admission.ts';
import type { Exchange } from './exchange.ts';
import { noBody, type ReceivedBody } from './read-body.ts';
import type { Reply } from './reply.ts';

/**
 * The one place that decides which refusal comes first. Every API of the service goes through it; what differs (who may
 * come in, how a body is read) is its `Surface`.
 *
 *   1. unknown path → 404, known path with another method → 405
 *   2. no room for the operation → 503 overloaded
 *   3. key missing, malformed, unknown, expired or revoked → 401
 *   4. public API off for the tenant → 403 public_api_disabled
 *   5. budget spent → 429
 *   6. scope missing → 403 insufficient_scope
 *   7. body not JSON by its type → 415, too large → 413, malformed → 400
 *   8. not what the document allows → 400, with every problem
 *   9. the operation's own checks
 *
 * From its arrival to the end of the operation a request has a deadline, which the time that its body takes to arrive
 * puts off.
 */
export async function answer<Who>(surface: Surface<Who>, exchange: Exchange, route: ContractRoute): Promise<Reply> {
  const { gate } = surface;
  if (route.kind !== 'operation') {
    await gate.showBudget(exchange);
    throw route.kind === 'unknown_path' ? notFound() : methodNotAllowed(route.allowed);
  }
  const { operation, params } = route;
  exchange.route = operation.id;
  exchange.template = operation.template;
  const admitted = surface.admission.enter(operation.id);
  try {
    const who = await gate.authenticate(exchange);
    const refusal = gate.requireEnabled(exchange, who);
    if (refusal) await refusal;
    await gate.spendBudget(exchange, who);
    gate.requireScope(who, operation.scope);
    const body = operation.takesBody ? await receiveBody(surface, exchange, operation, admitted) : noBody;
    const deadline = exchange.startedAt + exchange.arrivalMs + surface.deadlineMs;
    const query = validQuery(surface, exchange, { operation, params, body });
    return await surface.operate({ operation: operation.id, deadline }, who, {
      path: params,
      query,
      body: body.value,
      rawBody: body.raw,
      about: exchange,
      headers: exchange.request.headers,
      url: exchange.request.url ?? '',
    });
  } finally {
    admitted.leave();
  }
}

async function receiveBody<Who>(
  surface: Surface<Who>,
  exchange: Exchange,
  operation: ContractOperation,
  admitted: Admitted,
): Promise<ReceivedBody> {
  const arriving = performance.now();
  const maxBytes = operation.maxBodyBytes ?? surface.maxBodyBytes;
  const body = await admitted.whileWaiting(() => surface.readBody(exchange.request, maxBytes));
  exchange.arrivalMs = performance.now() - arriving;
  return body;
}

/** The query as the document declares it. Throws where anything of the request is not what the document allows. */
function validQuery<Who>({ contract, validates, sizeProblems }: Surface<Who>, exchange: Exchange, { operation, params, body }: Asked) {
  const { values, unknown } = operation.readQuery(exchange.query);
  if (!validates) return values;
  const wrong = contract.requestProblems(operation, { path: params, query: values, headers: exchange.request.headers, body: body.value });
  const sizes = sizeProblems?.(operation.id, body) ?? none;
  if (wrong.length + unknown.length + sizes.length > 0)
    throw invalidRequest('The request is not valid.', together([...unknown, ...wrong], sizes));
  return values;
}

interface Asked {
  readonly operation: ContractOperation;
  readonly params: Params;
  /** An operation without a request body ignores a body and its content type. */
  readonly body: ReceivedBody;
}

const none: readonly Problem[] = [];

/** One list of everything. Of a thing that the document has found wrong already nothing more is said. */
const together = (problems: readonly Problem[], sizes: readonly Problem[]): readonly Problem[] =>
  [...problems, ...sizes.filter(({ path }) => !problems.some((problem) => problem.path === path))].slice(0, maxProblems);

/** One of the service's APIs. */
export interface Surface<Who> {
  readonly contract: Contract;
  /** Off for callbacks: each belongs to the trace of the call that it tells of. */
  readonly beginsTraces: boolean;
  readonly gate: Gate<Who>;
  /** Off for callbacks: they are verified on their raw bytes, before anything is read into them. */
  readonly validates: boolean;
  /** Where the document sets no limit of its own. */
  readonly maxBodyBytes: number;
  readBody(request: IncomingMessage, maxBytes: number): Promise<ReceivedBody>;
  /** What is too large in a body whose sizes a schema cannot say. */
  sizeProblems?(operationId: string, body: ReceivedBody): readonly Problem[];
  operate(scope: OperationScope, who: Who, request: ReceivedRequest): Promise<Reply>;
  readonly admission: Admission;
  /** How long a request may take, the arrival of its body aside. */
  readonly deadlineMs: number;
}

/** The operation that is wanted, and by when (`performance.now()`). */
export type OperationScope = Pick<RequestScope, 'operation' | 'deadline'>;

/** Who may come in. Each step throws its refusal. */
export interface Gate<Who> {
  /** For an answer that costs nothing: looks at a budget without taking from it. */
  showBudget(exchange: Exchange): Promise<void>;
  /** For an answer to a failure of ours before it was known who asks. Must not fail itself. */
  showAnyBudget(exchange: Exchange): Promise<void>;
  /** Not a promise where nothing has to be asked for it. */
  authenticate(exchange: Exchange): Promise<Who> | Who;
  requireEnabled(exchange: Exchange, who: Who): Promise<void> | void;
  spendBudget(exchange: Exchange, who: Who): Promise<void> | void;
  requireScope(who: Who, scope: string | undefined): void;
}

export interface ReceivedRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly rawBody: string | Uint8Array;
  readonly about: RequestAbout;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Path and query as they came. */
  readonly url: string;
}
