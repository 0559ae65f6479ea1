/** Thrown when the check cannot decide in these surroundings. The message says why. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
  /** Is the id of the operation that the service lacks, if that is why. */
  readonly operation: string | null;

  constructor(message: string, operation: string | null = null) {
    super(message);
    this.operation = operation;
  }
}
