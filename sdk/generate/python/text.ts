export const note = '# Made by `npm run generate` from the documents. Edit those.';

/** `placeCall` becomes `place_call`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `not_found` and `durationSeconds` become `NotFound` and `DurationSeconds`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9])([a-z])|^[a-z]/g, (match) => match.slice(-1).toUpperCase());

/** Returns a docstring whose lines begin at `indent`. */
export function docstring(text: string, indent: string): string {
  const lines = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n');
  const [first = '', ...rest] = lines.map((line) => line.trimEnd());
  const body = [first, ...rest.map((line) => (line === '' ? '' : `${indent}${line}`))].join('\n');
  return rest.length > 0 || body.endsWith('"') ? `${indent}"""${body}\n${indent}"""` : `${indent}"""${body}"""`;
}

/** Returns a value of JSON as a literal of Python. */
export function literal(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  if (Array.isArray(value))
    return listed(
      '[',
      value.map((item) => literal(item, inner)),
      ']',
      indent,
    );
  return listed(
    '{',
    Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${literal(member, inner)}`),
    '}',
    indent,
  );
}

function listed(open: string, items: readonly string[], close: string, indent: string): string {
  const short = `${open}${items.join(', ')}${close}`;
  if (indent.length + short.length <= 100 && !short.includes('\n')) return short;
  return `${open}\n${items.map((item) => `${indent}    ${item},\n`).join('')}${indent}${close}`;
}
