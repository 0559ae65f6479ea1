import type { ErrorCode } from '../client/errors-by-code.ts';
import { errorStatuses } from '../generated/errors.ts';
import { errors } from '../generated/fixtures.ts';

/** A documented refusal. Parts that are not given come from the document's example of the code. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: unknown } };
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, { message, details, headers = {} }: RefusalParts = {}) {
    const example: { code: string; message: string; details?: unknown } = errors[code].error;
    super(message ?? example.message);
    const shown = details ?? (message === undefined ? example.details : undefined);
    this.status = errorStatuses[code];
    this.body = { error: { code, message: this.message, ...(shown === undefined ? {} : { details: shown }) } };
    this.headers = { ...headersOf[code], ...headers };
  }
}

interface RefusalParts {
  readonly message?: string;
  readonly details?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The headers that always accompany a code. */
const headersOf: { readonly [Code in ErrorCode]?: Readonly<Record<string, string>> } = {
  invalid_api_key: { 'WWW-Authenticate': 'Bearer' },
  idempotency_conflict: { 'x-should-retry': 'false' },
  idempotency_in_progress: { 'Retry-After': '1' },
  rate_limited: { 'Retry-After': '1' },
};

export const invalidRequest = (message: string, problems?: readonly { readonly path: string; readonly message: string }[]): Refusal =>
  new Refusal('invalid_request', problems ? { message, details: { errors: problems } } : { message });
