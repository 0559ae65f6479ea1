/** Thrown where the API refuses a request, with its own words, or cannot be reached. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  /** What says that a request's id helps is followed by the id. */
  constructor(code: string, message: string, requestId: string | null = null) {
    super(code === 'internal_error' && requestId !== null ? `${message} (${requestId})` : message);
    this.code = code;
  }
}

/** Returns what is thrown in words for people: a proxy's answer that is none of the API's makes the page stumble anywhere. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  console.error(error);
  return new Refusal('unknown', 'The answer was not one of this service. Try again.');
}

/** True where the API knows the session of this browser no more. */
export const isSessionOver = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'invalid_operator_token' || error.code === 'invalid_api_key');
