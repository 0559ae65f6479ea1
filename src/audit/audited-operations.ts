import type { Context } from '../context.ts';
import type { Contract } from '../contract/compile.ts';
import { isUnserved } from '../db/unserved.ts';
import { ApiError, internalError, overloaded } from '../errors.ts';
import { isUuid } from '../process/identifiers.ts';
import { lastingContext } from '../request-context.ts';
import { beginEntry, endEntry, type Ids } from './audit-log.ts';

export interface OperatorRequest {
  readonly operation: string;
  readonly path: Ids;
  readonly about: { readonly requestId: string; readonly tenantId?: string };
  readonly address: string;
}

/**
 * Returns a function that runs an operation of the operator API, with an entry in the audit log if it writes. A write whose entry
 * cannot be committed is not begun. An operation with `x-audited: false` in the document has no entry.
 */
export function auditedOperations(contract: Contract) {
  const audited = new Set(
    contract.paths
      .flatMap(({ operations }) => [...operations.values()])
      .filter(({ method, document }) => method !== 'GET' && (document as Record<string, unknown>)['x-audited'] !== false)
      .map(({ id }) => id),
  );
  return async <Result extends { readonly body?: unknown; readonly rawJson?: string }>(
    context: Context,
    { operation, path, about, address }: OperatorRequest,
    operate: () => Promise<Result>,
  ): Promise<Result> => {
    if (!audited.has(operation)) return operate();
    const { requestId } = about;
    const entry = { operation, ids: identifiersIn(path), request_id: requestId, address };
    const id = await beginEntry(context.db.knex, entry, context.clock.realNow());
    const end = (result: string, made: Ids = {}) => {
      const ids = { ...made, ...(about.tenantId !== undefined && { tenantId: about.tenantId }) };
      return endEntry(lastingContext(context).db.knex, id, result, ids).catch((error: unknown) =>
        context.log.error({ err: error, requestId, auditId: id }, 'the result of an operation is missing in the audit log'),
      );
    };
    try {
      const reply = await operate();
      await end('done', madeIn(reply.rawJson === undefined ? reply.body : JSON.parse(reply.rawJson)));
      return reply;
    } catch (error) {
      await end(codeOf(error));
      throw error;
    }
  };
}

/** Returns the code that the caller is told (`http/api.ts`). */
function codeOf(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  return (isUnserved(error) ? overloaded() : internalError()).code;
}

/** Returns the ids of an answer's objects: `{ agent: { id } }` has the `agentId`. */
function madeIn(body: unknown): Ids {
  const members: [string, { readonly id?: unknown } | null][] = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(members.flatMap(([name, value]) => (typeof value?.id === 'string' ? [[`${name}Id`, value.id]] : [])));
}

/** Keeps what has the form of an id. A caller may write anything into a path. */
const identifiersIn = (path: Ids): Ids =>
  Object.fromEntries(Object.entries(path).filter(([, id]) => /^[a-z]{3,4}_[0-9a-z]{26}$/.test(id) || isUuid(id)));
