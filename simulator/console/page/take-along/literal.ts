/** Writes a value as TypeScript source: names without quotes if possible, and single quotes elsewhere. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quotedOnce(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value));
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quotedOnce(name)}: ${literal(member)}`,
  );
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

/** Writes a text in single quotes. TypeScript reads JSON's escapes; only the quotes differ. */
const quotedOnce = (text: string): string => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
