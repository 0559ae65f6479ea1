import type { ContractOperation } from '../../../src/contract/compile.ts';
import { publicContract } from '../../../src/contract/documents.ts';
import { errorStatuses } from '../../../src/contract/generated/public.ts';
import { ApiError, rateLimited } from '../../../src/errors.ts';
import { refusalReply } from '../../../src/http/reply.ts';
import type { ErrorCode } from '../../client/errors-by-code.ts';
import type { OperationId } from '../../client/operation-types.ts';
import { errors } from '../../generated/fixtures.ts';

/** The parts of an operation's document that the mock reads. References are resolved. */
interface DocumentedOperation {
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly 'x-idempotency'?: { readonly kind: string; readonly replayHeader?: string };
}

interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly example?: unknown }>>;
  readonly content?: { readonly 'application/json'?: { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> } };
}

const read = (operation: ContractOperation): DocumentedOperation => operation.document as unknown as DocumentedOperation;

export const successStatus = (operation: ContractOperation): number =>
  Number(Object.keys(read(operation).responses).find((status) => status.startsWith('2')));

/** Returns the first example of the operation's success, or undefined if it has no body. */
export function exampleOfSuccess(operation: ContractOperation): unknown {
  const [example] = Object.values(read(operation).responses[successStatus(operation)]?.content?.['application/json']?.examples ?? {});
  return example?.value;
}

/** Returns the header that marks a repeated answer, or undefined if the operation takes no `idempotencyKey`. */
export const replayHeader = (operation: ContractOperation): string | undefined => read(operation)['x-idempotency']?.replayHeader;

/** Makes a refusal from the document's example of the code. Throws for a code that the document does not have for the operation. */
export function exampleOfRefusal(id: OperationId, code: ErrorCode): ApiError {
  const contract = publicContract();
  const operation = contract.paths.flatMap(({ operations }) => [...operations.values()]).find((each) => each.id === id);
  const refusal = operation && refusalFor(operation, code);
  if (!refusal || contract.responseProblems(id, refusal.status, refusalReply(refusal).body).length > 0)
    throw new TypeError(`The document has no ${code} for ${id}.`);
  return refusal;
}

/** The refusal has the headers that the operation's response always has. */
function refusalFor(operation: ContractOperation, code: ErrorCode): ApiError {
  if (code === 'rate_limited') return rateLimited(1);
  const { message, ...more }: { message: string; details?: Readonly<Record<string, unknown>> } = errors[code].error;
  const status = errorStatuses[code];
  const headers = Object.entries(read(operation).responses[status]?.headers ?? {})
    .filter(([name, { required }]) => required && !/^X-(RateLimit|Request)-/.test(name))
    .map(([name, { example }]) => [name, String(example)]);
  return new ApiError(status, code, message, { headers: Object.fromEntries(headers), ...(more.details && { details: more.details }) });
}
