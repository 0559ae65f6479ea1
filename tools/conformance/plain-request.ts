import type { Parts } from './api.ts';
import type { Documents, Operation } from './documents.ts';
import { Skipped } from './skipped.ts';

/**
 * A request that changes nothing, however often it is sent. It serves checks that need some request, and do not judge
 * its operation.
 */
export interface PlainRequest {
  readonly operationId: string;
  readonly parts: Parts;
  readonly method: string;
  /** Is the path below the base URL. */
  readonly path: string;
  /** Is the status of the answer to a key with every scope. */
  readonly status: number;
}

/** Returns a read of the service: a list if it has one, or else a read of an id that belongs to nothing. */
export const plainRead = ({ operations }: Documents): PlainRequest => plain(operations, 'read', ['listAgents']);

/** Returns a write of the service that is refused: with an id that belongs to nothing if it has one of that kind, or else with an empty body. */
export const plainWrite = ({ operations }: Documents): PlainRequest => plain(operations, 'write', ['deleteWebhookEndpoint']);

/** Returns an operation of the service that takes a body, of `preferred` if it has one of these. */
export function writingOperation({ operations }: Documents, preferred: readonly string[]): Operation {
  const [first] = byPreference(
    operations.filter(({ bodySchema }) => bodySchema !== null),
    preferred,
  );
  if (!first) throw new Skipped('needs an operation that takes a body, and --operations names none');
  return first;
}

function plain(operations: readonly Operation[], budget: Operation['budget'], preferred: readonly string[]): PlainRequest {
  const [found] = byPreference(
    operations.filter((operation) => operation.budget === budget),
    preferred,
  );
  if (!found) throw new Skipped(`needs an operation that is a ${budget}, and --operations names none`);
  const { id, method, path, bodySchema } = found;
  const hasId = path.includes('{id}');
  return {
    operationId: id,
    method,
    path: path.replace('{id}', 'none'),
    parts: { ...(hasId && { path: { id: 'none' } }), ...(bodySchema && { body: {} }) },
    status: bodySchema ? 400 : hasId ? 404 : 200,
  };
}

/** Returns the operations with those of `preferred` first, then those without a body and without an id. */
function byPreference(operations: readonly Operation[], preferred: readonly string[]): readonly Operation[] {
  const rank = ({ id, path, bodySchema }: Operation): number =>
    preferred.includes(id) ? preferred.indexOf(id) - preferred.length : (bodySchema ? 2 : 0) + (path.includes('{id}') ? 1 : 0);
  return operations.toSorted((one, other) => rank(one) - rank(other));
}
