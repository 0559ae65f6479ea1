/**
 * Which `{{name}}` tokens of a prompt a request leaves empty. Spaces and filters are allowed, as in
 * `{{ name | upcase }}`; a name is letters, digits, `_` and `.`, and does not begin with a digit. A dotted name is
 * supplied by a variable of that very name or by the member it points to. Null and "" are values.
 */
export function missingVariables(prompt: string, variables: Readonly<Record<string, unknown>>): readonly string[] {
  const missing = new Set<string>();
  for (const [, name] of prompt.matchAll(token)) {
    if (name !== undefined && !alwaysFilled(name) && !isSupplied(name, variables)) missing.add(name);
  }
  return [...missing].sort();
}

/** A filter ends at the next braces of either kind, so that a prompt full of unclosed tokens is read in one pass. */
const token = /\{\{\s*([\p{L}_.][\p{L}\d_.]*)\s*(?:\|(?:(?!\{\{|\}\}).)*)?\}\}/gsu;

/** Names that the voice side fills by itself on every call. */
const reserved = new Set(['now', 'date', 'time', 'day', 'month', 'year']);
const reservedPrefixes = ['customer.', 'call.', 'phoneNumber.'];

const alwaysFilled = (name: string): boolean => reserved.has(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix));

function isSupplied(name: string, variables: Readonly<Record<string, unknown>>): boolean {
  if (Object.hasOwn(variables, name)) return true;
  let at: unknown = variables;
  for (const part of name.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return false;
    at = (at as Record<string, unknown>)[part]; // An object's own member, as the line above has seen.
  }
  return true;
}
