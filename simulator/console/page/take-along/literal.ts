/** A value as somebody writes it in TypeScript: names without quotes where they need none, single quotes elsewhere. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quotedOnce(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value));
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quotedOnce(name)}: ${literal(member)}`,
  );
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

/** What JSON escapes, TypeScript reads; only the quotes are others. */
const quotedOnce = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
