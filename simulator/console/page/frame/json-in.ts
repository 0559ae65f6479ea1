/** Newer than the types that the compiler knows, and than some browsers. */
declare global {
  interface JSON {
    rawJSON?(text: string): object;
    isRawJSON?(value: unknown): boolean;
  }
}

/**
 * Returns the value that a text stands for, or undefined if it is not JSON. A number that would lose digits, such as `12345678901234567890`
 * or `1.0`, becomes an object that `JSON.stringify` writes as it came.
 */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text, withDigits);
  } catch {
    return undefined;
  }
}

const withDigits = (_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? (JSON.rawJSON?.(source) ?? value) : value;

/** Tells whether a value is a number that was kept with its digits. */
export const isDigits = (value: unknown): boolean => JSON.isRawJSON?.(value) === true;
