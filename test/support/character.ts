import fc from 'fast-check';

/**
 * Any character, for `fc.string({ unit: character })`. The unit `binary` of fast-check is the same, but makes tables of all million
 * characters first, in each process: a second of CPU and 100 MB.
 */
export const character = fc
  .integer({ min: 0, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code), codeOf);

/** Lets fast-check write a text that it knows, such as `__proto__`, in these characters. */
function codeOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('It is not one character.');
  return code;
}
