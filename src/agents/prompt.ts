/**
 * Returns the names of `{{name}}` tokens in a prompt that a request leaves empty. Spaces and filters are allowed, as in
 * `{{- name | upcase -}}`, and so are brackets, as in `{{ name[0] }}`. A name consists of letters, digits, `_`, `-` and `.`, and does
 * not begin with a digit or `-`. A dotted name stands for a variable of that exact name or for the member it points to. Null and ""
 * are values.
 */
export function missingVariables(prompt: string, variables: Readonly<Record<string, unknown>>): readonly string[] {
  const missing = new Set<string>();
  for (const [, name] of prompt.matchAll(token)) {
    if (name !== undefined && !alwaysFilled(name) && !isSupplied(name, variables)) missing.add(name);
  }
  return [...missing].sort();
}

/**
 * Matches a token. A filter or a bracket ends at the next braces of either kind, so that a prompt full of unclosed tokens is read
 * in one pass.
 */
const token = /\{\{-?\s*([\p{L}_.][\p{L}\d_.-]*?)\s*(?:[|[](?:(?!\{\{|\}\}).)*)?-?\}\}/gsu;

/** The voice provider fills these names itself on every call. */
const reserved = new Set(['now', 'date', 'time', 'day', 'month', 'year']);
const reservedPrefixes = ['customer.', 'call.', 'phoneNumber.', 'transport.'];

const alwaysFilled = (name: string): boolean => reserved.has(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix));

function isSupplied(name: string, variables: Readonly<Record<string, unknown>>): boolean {
  if (Object.hasOwn(variables, name)) return true;
  let at: unknown = variables;
  for (const part of name.split('.')) {
    if (membersOf(at).includes(part)) return true;
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return false;
    at = (at as Record<string, unknown>)[part]; // The previous line has checked that this is an object's own member.
  }
  return true;
}

/** Returns the members that the provider's templates give a value by themselves. */
const membersOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? ['first', 'last', 'size'] : typeof value === 'string' ? ['size'] : [];
