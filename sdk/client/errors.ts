import type { DetailsOf, ErrorCode } from './errors-by-code.ts';
import type { OperationId, ReplyOf } from './operation-types.ts';

/** Facts about a failed request, whatever the reason. */
export interface Circumstances {
  readonly operation: OperationId;
  /** Says how often the request was sent. */
  readonly tries: number;
  /** Makes a repeated request safe: sent again with this key within 24 hours, it is carried out at most once. */
  readonly idempotencyKey: string | undefined;
}

/** The base of all errors of the client, except a caller's own abort and mistakes in what the caller gave, which are thrown as they are. */
export class RingpostError extends Error implements Circumstances {
  override readonly name: string = 'RingpostError';
  readonly operation: OperationId;
  readonly tries: number;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, { operation, tries, idempotencyKey }: Circumstances, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.operation = operation;
    this.tries = tries;
    this.idempotencyKey = idempotencyKey;
  }
}

interface Refusal extends Circumstances {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
}

/** Thrown when Ringpost refused the request. `is` narrows `code` and `details` to those of one documented code. */
export class RefusedError extends RingpostError {
  override readonly name = 'RefusedError';
  readonly status: number;
  /** May be a code that this package does not know yet. */
  readonly code: ErrorCode | (string & {});
  readonly details: unknown;
  /** Identifies the request when you ask for help. */
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;

  constructor(refusal: Refusal) {
    super(`${refusal.code}: ${refusal.message}`, refusal);
    this.status = refusal.status;
    this.code = refusal.code;
    this.details = refusal.details;
    this.requestId = refusal.requestId;
    this.retryAfterMs = refusal.retryAfterMs;
  }

  is<Code extends ErrorCode>(code: Code): this is RefusedWith<Code> {
    return this.code === code;
  }
}

export type RefusedWith<Code extends ErrorCode> = RefusedError & { readonly code: Code; readonly details: DetailsOf<Code> };

/**
 * Thrown when the connection failed or the time ran out. It is also thrown where Ringpost refused the last try, and an earlier one may have been
 * carried out: the refusal is the `cause`. The request may or may not have been carried out.
 */
export class NoAnswerError extends RingpostError {
  override readonly name = 'NoAnswerError';

  constructor(circumstances: Circumstances, cause: unknown) {
    const why =
      cause instanceof RefusedError
        ? `It is not known whether ${circumstances.operation} was done: an earlier try may have done it, and the last was refused (${cause.message})`
        : `No answer to ${circumstances.operation}: ${messageOf(cause)}`;
    super(why, circumstances, { cause });
  }
}

/**
 * Thrown when the answer is none of the contract's: it comes from a proxy or another service at this address. The request may or may not have been
 * carried out.
 */
export class UnreadableAnswerError extends RingpostError {
  override readonly name = 'UnreadableAnswerError';
  readonly status: number;
  readonly text: string;

  constructor(answer: Circumstances & { readonly status: number; readonly text: string }) {
    super(`${answer.operation} was answered ${answer.status} by something that is not Ringpost.`, answer);
    this.status = answer.status;
    this.text = answer.text;
  }
}

/** Tells if the request may have been carried out, although the answer does not say so. */
export const mayBeDone = (error: RingpostError): boolean =>
  error instanceof RefusedError
    ? error.is('internal_error') ||
      error.is('idempotency_in_progress') ||
      (error.is('placement_failed') && error.details?.fate === 'unknown')
    : !(error instanceof UnreadableAnswerError && error.status === 429);

/** Tells if a read may succeed another time: it got no answer, or was refused because something is away, busy or used up. */
export const mayPass = (error: unknown): error is NoAnswerError | RefusedError | UnreadableAnswerError =>
  error instanceof NoAnswerError ||
  ((error instanceof RefusedError || error instanceof UnreadableAnswerError) && (error.status === 429 || error.status >= 500));

/** Thrown when `waitForCall` reached its time limit. */
export class CallStillGoingError extends Error {
  override readonly name = 'CallStillGoingError';
  /** Is the call as it was last read. */
  readonly call: ReplyOf<'readCall'>['call'];

  constructor(call: ReplyOf<'readCall'>['call']) {
    super(`The call ${call.id} is still ${call.status}.`);
    this.call = call;
  }
}

/** Returns the message of whatever was thrown. `fetch` itself says only that it failed, and its cause says why. */
function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { message, cause } = thrown;
  if (!(cause instanceof Error)) return message;
  return `${message} (${'code' in cause ? cause.code : cause.message})`;
}
