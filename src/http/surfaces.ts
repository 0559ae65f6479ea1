import { auditedOperations } from '../audit/audited-operations.ts';
import { callDataProblems } from '../calls/call-data.ts';
import type { Context } from '../context.ts';
import { callbacksContract, operatorContract, publicContract } from '../contract/documents.ts';
import type { Caller, OperatorCaller } from '../operation.ts';
import { callbackOperations, operatorOperations, publicOperations } from '../operations.ts';
import { maxArrivingCallbackBytes, maxBodyBytes, maxCallbackBodyBytes, mostPublicBodyParts } from '../process/limits.ts';
import { contextOfRequests, createRequestContexts } from '../request-context.ts';
import { admission } from './admission.ts';
import { jsonOpener } from './open-body.ts';
import { openGate, operatorGate } from './operator-gate.ts';
import type { ReceivedRequest, Surface } from './pipeline.ts';
import { publicGate } from './public-gate.ts';
import { callbackReader, readJsonBytes } from './read-body.ts';
import type { Reply } from './reply.ts';

/** The service's three APIs, as the pipeline uses them. */
export function publicSurface(
  context: Context,
  operations: Operations<[Context, Caller, ReceivedRequest]> = table(publicOperations),
): Surface<Caller> {
  const contextFor = createRequestContexts(context);
  const openBody = jsonOpener(mostPublicBodyParts);
  return {
    ...bounded(context),
    contract: publicContract(),
    beginsTraces: true,
    gate: publicGate(contextOfRequests(context)),
    validates: true,
    maxBodyBytes,
    readBytes: readJsonBytes,
    openBody: (bytes, { tenantId }, arrived) => openBody(bytes, tenantId, arrived),
    sizeProblems,
    operate: (scope, caller, request) => find(operations, scope.operation)(contextFor(scope), caller, request),
  };
}

export function operatorSurface(context: Context): Surface<OperatorCaller> {
  const contextFor = createRequestContexts(context);
  const operations = table<[Context, ReceivedRequest, OperatorCaller]>(operatorOperations);
  const contract = operatorContract();
  const audited = auditedOperations(contract);
  const openBody = jsonOpener({ members: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY });
  return {
    ...bounded(context),
    contract,
    beginsTraces: true,
    gate: operatorGate(context),
    validates: true,
    maxBodyBytes,
    readBytes: readJsonBytes,
    openBody: (bytes, _caller, arrived) => openBody(bytes, 'operator', arrived),
    sizeProblems,
    operate(scope, caller, request) {
      const forRequest = contextFor(scope);
      const asked = { operation: scope.operation, path: request.path, about: request.about, address: caller.address };
      return audited(forRequest, asked, () => find(operations, scope.operation)(forRequest, request, caller));
    },
  };
}

export function callbacksSurface(context: Context): Surface<unknown> {
  const contextFor = createRequestContexts(context);
  const operations = table<[Context, ReceivedRequest]>(callbackOperations);
  return {
    ...bounded(context),
    contract: callbacksContract(),
    beginsTraces: false,
    gate: openGate,
    validates: false,
    maxBodyBytes: maxCallbackBodyBytes,
    readBytes: callbackReader(maxArrivingCallbackBytes),
    openBody: (raw) => ({ value: undefined, raw }),
    operate: (scope, _provider, request) => find(operations, scope.operation)(contextFor(scope), request),
  };
}

const sizeProblems: NonNullable<Surface<never>['sizeProblems']> = (operationId, { raw }) =>
  (operationId === 'placeCall' || operationId === 'placeTestCall') && typeof raw === 'string' ? callDataProblems(raw) : [];

/**
 * Returns the admission of one API. Each API has its own, so that callbacks and operators are admitted while the public
 * API is overloaded.
 */
const bounded = ({ db: { requests } }: Context) => ({ admission: admission(requests), deadlineMs: requests.deadlineMs });

export type Operations<Arguments extends readonly unknown[]> = Readonly<Record<string, (...given: Arguments) => Promise<Reply>>>;

/**
 * Types the operations by operationId. Each takes the request that its part of the document describes, which the
 * pipeline has just checked. TypeScript cannot see at run time that the two belong together.
 */
function table<Arguments extends readonly unknown[]>(operations: object): Operations<Arguments> {
  return operations as Operations<Arguments>;
}

function find<Arguments extends readonly unknown[]>(
  operations: Operations<Arguments>,
  operationId: string,
): (...given: Arguments) => Promise<Reply> {
  const operation = operations[operationId];
  if (!operation) throw new Error(`No function is bound to the operation ${operationId}.`);
  return operation;
}
