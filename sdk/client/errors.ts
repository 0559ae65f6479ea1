import type { DetailsOf, ErrorCode } from './errors-by-code.ts';
import type { OperationId, ReplyOf } from './operation-types.ts';

/** What is known of a request that came to nothing, whatever the reason. */
export interface Circumstances {
  readonly operation: OperationId;
  /** How often it was sent. */
  readonly tries: number;
  /** Sent again with this key, now or tomorrow, the request can never be carried out twice. */
  readonly idempotencyKey: string | undefined;
}

/** Every error of the client but a caller's own abort, which is thrown as it is. */
export class RingpostError extends Error implements Circumstances {
  override readonly name: string = 'RingpostError';
  readonly operation: OperationId;
  readonly tries: number;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, { operation, tries, idempotencyKey }: Circumstances, options?: ErrorOptions) {
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

/** Ringpost said no. `is` narrows `code` and `details` to those of one documented code. */
export class RefusedError extends RingpostError {
  override readonly name = 'RefusedError';
  readonly status: number;
  /** More may be added to those that are known. */
  readonly code: ErrorCode | (string & {});
  readonly details: unknown;
  /** To quote when you ask for help. */
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

/** The connection failed or the time ran out. Whether the request was carried out nobody knows. */
export class NoAnswerError extends RingpostError {
  override readonly name = 'NoAnswerError';

  constructor(circumstances: Circumstances, cause: unknown) {
    super(`No answer to ${circumstances.operation}: ${cause instanceof Error ? cause.message : String(cause)}`, circumstances, { cause });
  }
}

/** Something answered that does not speak the contract: a proxy, or another service at this address. */
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

/** `waitForCall` waited as long as it was told to. */
export class CallStillGoingError extends Error {
  override readonly name = 'CallStillGoingError';
  /** As it was read last. */
  readonly call: ReplyOf<'readCall'>['call'];

  constructor(call: ReplyOf<'readCall'>['call']) {
    super(`The call ${call.id} is still ${call.status}.`);
    this.call = call;
  }
}
