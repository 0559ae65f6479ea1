/** Thrown for wrong usage. It is shown without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
