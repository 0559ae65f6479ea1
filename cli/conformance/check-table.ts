import { type Check, groupOf, groups } from '../../tools/conformance/check.ts';

/** Every check by its group: id, what holds, and what it needs. */
export function checkTable(checks: readonly Check[]): string {
  const lines = Object.entries(groups).flatMap(([letter, name]) => {
    const own = checks.filter(({ id }) => groupOf(id) === letter);
    return own.length === 0 ? [] : ['', `${letter} ${name}`, ...own.map(line)];
  });
  return `${lines.join('\n').trimStart()}\n`;
}

const line = ({ id, title, needs }: Check): string => `  ${id.padEnd(4)} ${title}${needs.length > 0 ? ` [${needs.join(', ')}]` : ''}`;
