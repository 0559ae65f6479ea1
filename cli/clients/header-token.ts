import { UsageError } from '../parts/usage-error.ts';

/**
 * Returns a key or a token without white space around it, such as the line break of the file that it was read from. Other text is refused
 * here, because the error of a request would show the header with the token.
 */
export function headerToken(text: string, what: string): string {
  const token = text.trim();
  if (!/^[!-~]*$/.test(token)) throw new UsageError(`The ${what} has white space in it, or a character that none has.`);
  return token;
}
