import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedForm } from '../../src/contract/published-form.ts';
import { redocly } from '../../tools/contract/redocly.ts';
import { keptOrMade } from './kept.ts';
import { repository } from './repository.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/**
 * Describes how the documents differ from those in `docs/base`, as `redocly diff` rates it. A release copies its
 * documents there, so that the next one is compared with the published ones.
 */
export async function contractChanges(kept: string | undefined): Promise<string> {
  const parts = await Promise.all(documents.map(async ({ name, title }) => `### ${title}\n\n${asMarkdown(await compare(name, kept))}`));
  return parts.join('\n\n');
}

const documents = [
  { name: 'public', title: 'Public API' },
  { name: 'asyncapi', title: 'Webhooks' },
] as const;

export interface Comparison {
  readonly summary: Readonly<Record<Impact, number>>;
  readonly changes: readonly Change[];
}

type Impact = 'major' | 'minor' | 'patch';

interface Change {
  readonly path: string;
  readonly kind: string;
  readonly property?: string;
  readonly impact: Impact;
}

/** Compares the document as it is in this checkout with the one in `docs/base`. */
export async function compare(name: 'public' | 'asyncapi', kept?: string): Promise<Comparison> {
  const read = async (folder: string): Promise<object> => JSON.parse(await readFile(join(repository, folder, `${name}.json`), 'utf8'));
  return changesBetween(await read('docs/base'), await read('src/contract/generated'), kept);
}

/** Compares the published forms, in which a set that may grow is no `enum`: a new value of it breaks no caller. */
export async function changesBetween(before: object, after: object, kept?: string): Promise<Comparison> {
  const texts = [before, after].map((document) => JSON.stringify(publishedForm(document)));
  return JSON.parse(await keptOrMade(kept, `diff\n${texts.join('\n')}`, () => diff(texts)));
}

const diff = (texts: readonly string[]): Promise<string> =>
  withTemporaryFolder(async (folder) => {
    const files = texts.map((_, place) => join(folder, `${place}.json`));
    for (const [place, file] of files.entries()) await writeFile(file, texts[place] ?? '');
    return redocly(['diff', ...files, '--format=json', '--fail-on=none']);
  });

/** Formats the changes, with those that may break callers first. */
function asMarkdown({ summary, changes }: Comparison): string {
  if (changes.length === 0) return 'Nothing has changed.';
  const rows = impacts.flatMap((impact) => changes.filter((change) => change.impact === impact).map(row));
  const tally = impacts.map((impact) => `${summary[impact]} ${impact}`).join(', ');
  return [`${tally}.`, '', '| rated | what | where |', '|---|---|---|', ...rows].join('\n');
}

const impacts: readonly Impact[] = ['major', 'minor', 'patch'];

function row({ path, kind, property, impact }: Change): string {
  const [, group = '', ...rest] = path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [name = '', method = '', ...inside] = rest;
  const [place, within] =
    group === 'paths' ? [`${method.toUpperCase()} ${name}`, inside] : [[group, name].filter(Boolean).join(' '), rest.slice(1)];
  const detail = [...within.filter((part) => !passedThrough.has(part)), ...(property ? [property] : [])].join(' › ');
  return `| ${impact} | ${kind} | \`${place}\`${detail ? ` ${detail.replaceAll('|', '\\|')}` : ''} |`;
}

/** These steps of a path through a document say nothing about the location. */
const passedThrough = new Set(['content', 'application/json', 'schema', 'properties']);
