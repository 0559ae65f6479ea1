/**
 * Breaks JSON into lines as `JSON.stringify` does, and leaves text that is none as it is. A value that was parsed would have lost digits
 * of its numbers and the order of its members.
 */
export function indented(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = (deeper: number): string => {
    depth += deeper;
    return `\n${'  '.repeat(depth)}`;
  };
  return text.replaceAll(/"(?:\\.|[^"\\])*"|\s+|[[{]\s*[\]}]|[[\]{},:]/g, (token) => {
    if (token.startsWith('"')) return token;
    const mark = token.replaceAll(/\s/g, '');
    if (mark === ':') return ': ';
    if (mark === ',') return `,${line(0)}`;
    if (mark === '[' || mark === '{') return mark + line(1);
    return mark === ']' || mark === '}' ? line(-1) + mark : mark;
  });
}
