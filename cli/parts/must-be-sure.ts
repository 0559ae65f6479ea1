import { flag } from './options.ts';
import { UsageError } from './usage-error.ts';

/** The option of a command whose work cannot be taken back. */
export const yes = flag('Do it without more questions.');

/** Refuses what cannot be taken back without `--yes`. */
export function mustBeSure(isSure: boolean, what: string): void {
  if (!isSure) throw new UsageError(`${what} cannot be taken back. Add --yes if you are sure.`);
}
