/** Returns a request as the pipeline passes it to an operation. Give `rawBody` if its exact text matters. */
export const requestWith = <const B>(body: B, rawBody = JSON.stringify(body)) => ({
  path: {},
  query: {},
  body,
  rawBody,
  about: { requestId: 'test' },
});

export const requestFor = (id: string) => ({ path: { id }, query: {}, body: undefined, rawBody: '', about: { requestId: 'test' } });

/** Returns the reply's body, parsed from its bytes as a caller would. */
export function bodyOf<T>(reply: object): T {
  if ('rawJson' in reply && typeof reply.rawJson === 'string') return JSON.parse(reply.rawJson);
  if ('body' in reply) return reply.body as T; // The test declares the expected type.
  throw new Error('the reply has no body');
}

/** Returns a predicate for `assert.rejects` that accepts an `ApiError` with this code. */
export const refusedWith = (code: string) => (error: unknown) => error instanceof Error && 'code' in error && error.code === code;
