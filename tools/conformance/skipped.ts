/** The check found that it cannot tell here, and says why. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
