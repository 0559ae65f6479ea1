import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { introduction } from './documents.ts';
import { repository } from './repository.ts';

/** Returns the text below a heading of a Markdown file, with links relative to the repository's root. */
export async function fileSection(file: string, heading: string): Promise<string> {
  const folder = posix.dirname(file);
  const text = sectionOf(await readFile(join(repository, file), 'utf8'), heading, file);
  return text.replaceAll(/\]\((?!https?:|#|\/|site:)([^)]+)\)/g, (_, target: string) => `](/${posix.join(folder, target)})`);
}

/** Returns the text below a heading of a document's introduction. */
export const documentSection = (name: 'openapi' | 'asyncapi', heading: string, address: string): string =>
  sectionOf(introduction(name, address), heading, name);

/** Returns the text up to the next heading of the same or a higher rank. */
function sectionOf(markdown: string, heading: string, where: string): string {
  const lines = markdown.split('\n');
  const first = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '').trim() === heading);
  if (first === -1) throw new Error(`${where} has no heading “${heading}”.`);
  const rank = rankOf(lines[first] ?? '');
  const rest = lines.slice(first + 1);
  const fences = new Set<number>();
  let inside = false;
  for (const [place, line] of rest.entries()) {
    if (line.trimStart().startsWith('```')) inside = !inside;
    if (inside) fences.add(place);
  }
  const end = rest.findIndex((line, place) => !fences.has(place) && /^#+ /.test(line) && rankOf(line) <= rank);
  return rest
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim();
}

const rankOf = (line: string): number => /^#+/.exec(line)?.[0].length ?? 0;
