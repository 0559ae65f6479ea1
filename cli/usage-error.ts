/** What was typed cannot be done as typed: shown without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
