/**
 * All refusals that a caller can meet, one function per code of the published catalogue (`x-error-catalogue` in
 * `openapi/common.yaml`). Nothing else builds an error envelope: code throws what these functions return, and `http/reply` turns it
 * into `{ error: { code, message, details? } }`.
 */

export type Details = Readonly<Record<string, unknown>>;

/** A refusal with a documented code. Any other error that is thrown is our mistake and answers 500 `internal_error`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Details | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    options: { details?: Details; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** One problem of a request: a JSON pointer into `body`, `query` or `header`, and a sentence. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

export const invalidRequest = (message: string, problems: readonly Problem[] = []): ApiError =>
  new ApiError(400, 'invalid_request', message, problems.length > 0 ? { details: { errors: problems } } : {});

export const invalidPhoneNumber = (phoneNumber: string, field = 'phoneNumber'): ApiError =>
  new ApiError(400, 'invalid_phone_number', `${field} is not a valid E.164 number, such as +14155550123.`, { details: { phoneNumber } });

export const variablesMissing = (missing: readonly string[]): ApiError =>
  new ApiError(400, 'missing_variables', `The agent's prompt needs variables that the request does not supply: ${missing.join(', ')}.`, {
    details: { missing },
  });

/** `path` and the paths of `others` point into the schema. */
export const invalidExtractionSchema = (path: string, message: string, others: readonly Problem[] = []): ApiError =>
  new ApiError(400, 'invalid_extraction_schema', message, { details: { path, errors: [{ path, message }, ...others] } });

export const invalidWebhookUrl = (reason: string, message: string): ApiError =>
  new ApiError(400, 'invalid_webhook_url', message, { details: { reason } });

export const endpointLimitReached = (limit: number): ApiError =>
  new ApiError(400, 'endpoint_limit_reached', `A tenant may have at most ${limit} webhook endpoints. Delete one first.`, {
    details: { limit },
  });

export const triggerLimitReached = (limit: number): ApiError =>
  new ApiError(400, 'trigger_limit_reached', `A tenant may have at most ${limit} automation triggers. Delete one first.`, {
    details: { limit },
  });

export const invalidConditions = (eventType: string): ApiError =>
  new ApiError(
    400,
    'invalid_conditions',
    `Outcome filters only work with call events, and ${eventType} is not one. Remove the outcome filter.`,
    { details: { eventType } },
  );

export const deliveryNotFinished = (): ApiError =>
  invalidRequest('This delivery is still pending or retrying. Only a finished delivery can be sent again.');

export const triggerInactive = (): ApiError => invalidRequest('The trigger or its endpoint is switched off.');
export const endpointInactive = (): ApiError => invalidRequest('The webhook endpoint of this delivery is gone or switched off.');

export const invalidApiKey = (message: string): ApiError =>
  new ApiError(401, 'invalid_api_key', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

export const invalidOperatorToken = (): ApiError =>
  new ApiError(401, 'invalid_operator_token', 'Send the operator token as Authorization: Bearer <token>.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** A provider's callback is not signed, wrongly signed or too old. */
export const invalidSignature = (): ApiError => new ApiError(401, 'invalid_signature', 'The signature of this callback does not hold.');

export const insufficientBalance = (balance: number, required: number): ApiError =>
  new ApiError(402, 'insufficient_balance', "The wallet's balance is too low for the estimated cost of the call.", {
    details: { balance, required },
  });

export const insufficientScope = (required: string, granted: readonly string[]): ApiError =>
  new ApiError(403, 'insufficient_scope', `This operation needs the scope ${required}, which the API key lacks.`, {
    details: { required, granted },
  });

export const publicApiDisabled = (): ApiError => new ApiError(403, 'public_api_disabled', 'The public API is not enabled for this tenant.');

export const notFound = (): ApiError => new ApiError(404, 'not_found', 'There is nothing at this path.');
export const agentNotFound = (): ApiError => new ApiError(404, 'agent_not_found', 'There is no such agent.');
export const phoneNumberNotFound = (message = 'There is no such phone number.'): ApiError =>
  new ApiError(404, 'phone_number_not_found', message);
export const callNotFound = (): ApiError => new ApiError(404, 'call_not_found', 'There is no such call.');
export const webhookNotFound = (): ApiError => new ApiError(404, 'webhook_not_found', 'There is no such webhook endpoint.');
export const triggerNotFound = (): ApiError => new ApiError(404, 'trigger_not_found', 'There is no such automation trigger.');
export const deliveryNotFound = (): ApiError => new ApiError(404, 'delivery_not_found', 'There is no such webhook delivery.');
export const messageNotFound = (): ApiError => new ApiError(404, 'message_not_found', 'There is no such message.');
export const tenantNotFound = (): ApiError => new ApiError(404, 'tenant_not_found', 'There is no such tenant.');
export const apiKeyNotFound = (): ApiError => new ApiError(404, 'api_key_not_found', 'There is no such API key.');
export const contactNotFound = (): ApiError => new ApiError(404, 'contact_not_found', 'There is no such contact.');
export const erasureNotFound = (): ApiError => new ApiError(404, 'erasure_not_found', 'There is no such erasure.');
export const replayNotFound = (): ApiError => new ApiError(404, 'replay_not_found', 'There is no such replay.');

export const methodNotAllowed = (allowed: readonly string[]): ApiError =>
  new ApiError(405, 'method_not_allowed', `This path takes ${allowed.join(', ')}.`, { headers: { Allow: allowed.join(', ') } });

/** `x-should-retry: false` is sent because common generated clients retry a 409, and this one can never succeed. */
export const idempotencyConflict = (): ApiError =>
  new ApiError(409, 'idempotency_conflict', 'This idempotencyKey was used earlier with a different body.', {
    headers: { 'x-should-retry': 'false' },
  });

export const conflict = (message: string): ApiError => new ApiError(409, 'conflict', message);

export const tenantFrozen = (): ApiError =>
  new ApiError(
    409,
    'tenant_frozen',
    'The tenant is frozen while it is moved to another cell. Try again later, and at the cell that it lives in then.',
  );

/** Nothing is sent and nothing stored: a number that has opted out is never tried (D-51). */
export const optedOut = (): ApiError => new ApiError(409, 'opted_out', 'This number has opted out of texts from this tenant.');

export const textsNotSetUp = (): ApiError =>
  new ApiError(
    409,
    'texts_not_set_up',
    'No text provider has been set up: start the service with TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.',
  );

export const payloadTooLarge = (maxBytes: number): ApiError =>
  new ApiError(413, 'payload_too_large', `The request body is larger than ${maxBytes} bytes.`, { details: { maxBytes } });

export const unsupportedMediaType = (): ApiError =>
  new ApiError(415, 'unsupported_media_type', 'Send the request body as JSON, with Content-Type: application/json.');

/** The bytes never became a request: they are not HTTP, have no Host, have headers too large, or arrive too slowly (D-5). */
export const unreadableRequest = (status: 400 | 408 | 431, message: string): ApiError => new ApiError(status, 'invalid_request', message);

export const rateLimited = (retryAfterSeconds: number): ApiError =>
  new ApiError(429, 'rate_limited', `Too many requests. Try again in ${retryAfterSeconds} s.`, {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

/** The tenant has as many schemas waiting to be compiled as it may. */
export const tooManySchemas = (): ApiError =>
  new ApiError(429, 'rate_limited', "Too many of the tenant's extraction schemas are waiting to be checked. Try again in 1 s.", {
    headers: { 'Retry-After': '1' },
  });

/** `active` calls are under way; `unknownFate` more hold a permit until it is known whether they were dialled. */
export const concurrentLimitExceeded = (limit: number, active: number, unknownFate: number): ApiError =>
  new ApiError(
    429,
    'concurrent_limit_exceeded',
    `The tenant's limit of concurrent calls, ${limit}, is reached: ${active} in progress${
      unknownFate === 0 ? '' : ` and ${unknownFate} whose fate is being found out after a placement_failed`
    }.`,
    { details: { limit, active, unknownFate } },
  );

export const internalError = (): ApiError =>
  new ApiError(500, 'internal_error', 'Something went wrong on our side. The request id helps us to find it.');

export type FailedPlacement =
  /** The call was not dialled and nothing is kept. `retryAfterSeconds`: the provider is known to be down until then at least. */
  | { readonly fate: 'not_dialled'; readonly retryAfterSeconds?: number }
  /** The provider may have dialled, whatever it answered. The call stays, and is looked for. */
  | { readonly fate: 'unknown'; readonly callId: string };

export const placementFailed = (placement: FailedPlacement): ApiError =>
  new ApiError(500, 'placement_failed', placementMessage(placement), { details: { ...placement } });

function placementMessage(placement: FailedPlacement): string {
  if (placement.fate === 'unknown')
    return 'It is not known whether the call was placed. Retry with the same idempotencyKey, which never dials while this call may be going; without a key, read or end the call in details.callId first.';
  return placement.retryAfterSeconds === undefined
    ? 'The voice provider did not take the call. Nobody was dialled and nothing is kept, so it is safe to try again.'
    : `The voice provider is down. Nobody was dialled and nothing is kept. Try again in ${placement.retryAfterSeconds} s.`;
}

export const endFailed = (): ApiError => new ApiError(500, 'end_failed', 'The call could not be ended just now. It is safe to try again.');

export const textNotSent = (): ApiError =>
  new ApiError(500, 'text_not_sent', 'The text provider could not be used just now. Nothing was sent, and it is safe to try again.');

export const providerUnreachable = (): ApiError =>
  new ApiError(
    500,
    'provider_unreachable',
    'The voice provider could not list its calls just now. Nothing was done, and it is safe to try again.',
  );

/** Nothing was done: the request was not let in, or its work was undone when its time ran out. */
export const overloaded = (): ApiError =>
  new ApiError(503, 'overloaded', 'The service cannot serve this request just now. Nothing was done, and it is safe to try again.', {
    headers: { 'Retry-After': '1' },
  });

export const idempotencyInProgress = (): ApiError =>
  new ApiError(503, 'idempotency_in_progress', 'The first request with this idempotencyKey is still at work.', {
    headers: { 'Retry-After': '1' },
  });

/** The operator listener answers this on every path while the process changes the schema and serves nothing yet. */
export const migrating = (): ApiError =>
  new ApiError(503, 'migrating', "This process is bringing the database's schema up to date, and serves nothing before that is done.", {
    headers: { 'Retry-After': '5' },
  });
