import { type Check, groupOf, groups } from '../../tools/conformance/check.ts';

/** Lists the checks by group: id, rule, and what each needs. */
export function checkTable(checks: readonly Check[]): string {
  const lines = Object.entries(groups).flatMap(([letter, name]) => {
    const own = checks.filter(({ id }) => groupOf(id) === letter);
    return own.length === 0 ? [] : ['', `${letter} ${name}`, ...own.map(line)];
  });
  return `${lines.join('\n').trimStart()}\n`;
}

const line = ({ id, title, needs = [] }: Check): string => `  ${id.padEnd(4)} ${title}${needs.length > 0 ? ` [${needs.join(', ')}]` : ''}`;
