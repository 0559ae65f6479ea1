import { groups, type Vector } from '../../tools/check-receiver/vector.ts';

/** Lists the vectors by group: id, title, and what the receiver must do and why. */
export function vectorTable(vectors: readonly Vector[]): string {
  const lines = Object.entries(groups).flatMap(([group, name]) => {
    const own = vectors.filter((vector) => vector.group === group);
    return own.length === 0
      ? []
      : ['', `${group}: ${name}`, ...own.flatMap(({ id, title, rule }) => [`  ${id}: ${title}`, `      ${rule}`])];
  });
  return `${lines.join('\n').trimStart()}\n`;
}
