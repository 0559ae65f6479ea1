/** Escapes a name as a step of a JSON pointer (RFC 6901). */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the name that a step of a JSON pointer stands for. */
export const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
