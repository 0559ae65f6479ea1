import type { IncomingMessage } from 'node:http';
import type { Contract, ContractOperation, ContractRoute, RequestParts } from '../contract/compile.ts';
import { withKeyOfHeader } from '../contract/idempotency-header.ts';
import { invalidMembers, together } from '../contract/problems.ts';
import type { Params } from '../contract/routes.ts';
import type { RequestScope } from '../db/fair-queue.ts';
import { methodNotAllowed, notFound, type Problem } from '../errors.ts';
import type { RequestAbout } from '../tracing/request-about.ts';
import type { Admission, Admitted } from './admission.ts';
import type { Exchange } from './exchange.ts';
import { type ArrivedRequest, noBody, type ReceivedBody } from './open-body.ts';
import type { Reply } from './reply.ts';

/**
 * Answers a request, and alone decides which refusal comes first. Every API of the service uses it; its `Surface` holds
 * the differences, such as the gate and the way a body is read.
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
 * A request has a deadline from its arrival to the end of the operation. The time that its body takes to arrive extends
 * the deadline.
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
    const bytes = operation.takesBody ? await receiveBytes(surface, exchange, operation, admitted) : null;
    const deadline = exchange.startedAt + exchange.arrivalMs + surface.deadlineMs;
    const received = bytes === null ? noBody : await surface.openBody(bytes, who, { request: exchange.request, deadline, admitted });
    const { body, headers, problems } = withKeyOfHeader(operation, exchange.request.headers, received.value);
    const query = validQuery(surface, exchange, { operation, params, headers, body: received, problems });
    return await surface.operate({ operation: operation.id, deadline }, who, {
      path: params,
      query,
      body,
      rawBody: received.raw,
      about: exchange,
      headers: exchange.request.headers,
      url: exchange.request.url ?? '',
    });
  } finally {
    admitted.leave();
  }
}

async function receiveBytes<Who>(
  surface: Surface<Who>,
  exchange: Exchange,
  operation: ContractOperation,
  admitted: Admitted,
): Promise<Buffer> {
  const arriving = performance.now();
  const maxBytes = operation.maxBodyBytes ?? surface.maxBodyBytes;
  const bytes = await admitted.whileWaiting(() => surface.readBytes(exchange.request, maxBytes));
  exchange.arrivalMs = performance.now() - arriving;
  return bytes;
}

/** Returns the query as the document declares it. Throws if any part of the request violates the document. */
function validQuery<Who>(
  { contract, validates, sizeProblems }: Surface<Who>,
  exchange: Exchange,
  { operation, params, headers, body, problems }: Asked,
) {
  const { values, unknown } = operation.readQuery(exchange.query);
  if (!validates) return values;
  const wrong = contract.requestProblems(operation, { path: params, query: values, headers, body: body.value });
  const sizes = sizeProblems?.(operation.id, body) ?? none;
  if (problems.length + wrong.length + unknown.length + sizes.length > 0)
    throw invalidMembers(together([...problems, ...unknown, ...wrong], sizes));
  return values;
}

interface Asked {
  readonly operation: ContractOperation;
  readonly params: Params;
  readonly headers: RequestParts['headers'];
  /** Holds the body. An operation without a request body ignores a body and its content type. */
  readonly body: ReceivedBody;
  /** Holds what was found wrong before the document was asked. */
  readonly problems: readonly Problem[];
}

const none: readonly Problem[] = [];

export interface Surface<Who> {
  readonly contract: Contract;
  /** Is false for callbacks: each belongs to the trace of the call that it reports. */
  readonly beginsTraces: boolean;
  readonly gate: Gate<Who>;
  /** Is false for callbacks: they are verified on their raw bytes before they are parsed. */
  readonly validates: boolean;
  /** Applies where the document sets no limit of its own. */
  readonly maxBodyBytes: number;
  readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer>;
  openBody(bytes: Buffer, who: Who, arrived: ArrivedRequest): Promise<ReceivedBody> | ReceivedBody;
  /** Returns the members of a body that are too large, for limits that a schema cannot express. */
  sizeProblems?(operationId: string, body: ReceivedBody): readonly Problem[];
  operate(scope: OperationScope, who: Who, request: ReceivedRequest): Promise<Reply>;
  readonly admission: Admission;
  /** Limits the time of a request, without the arrival of its body. */
  readonly deadlineMs: number;
}

/** The requested operation, and its deadline in terms of `performance.now()`. */
export type OperationScope = Pick<RequestScope, 'operation' | 'deadline'>;

/** Decides if a caller may come in. Each step throws its refusal. */
export interface Gate<Who> {
  /** Reads a budget without taking from it, for answers that are free. */
  showBudget(exchange: Exchange): Promise<void>;
  /** Shows a budget on the answer to a fault that occurred before the caller was known. Must not fail itself. */
  showAnyBudget(exchange: Exchange): Promise<void>;
  /** Returns the caller, as a promise only if it must be looked up. */
  authenticate(exchange: Exchange): Promise<Who> | Who;
  requireEnabled(exchange: Exchange, who: Who): Promise<void> | void;
  spendBudget(exchange: Exchange, who: Who): Promise<void> | void;
  requireScope(who: Who, scope: string | undefined): void;
}

export interface ReceivedRequest extends RequestParts {
  readonly rawBody: string | Uint8Array;
  readonly about: RequestAbout;
  /** Is the path and query as they came. */
  readonly url: string;
}
