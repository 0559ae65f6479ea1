/** Thrown when the check cannot decide in these surroundings. The message says why. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
