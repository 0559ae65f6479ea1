import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markdownTable } from '../../src/contract/markdown-table.ts';
import { publication } from '../../src/contract/publication.ts';
import { redocly } from '../../tools/contract/redocly.ts';
import { keptOrMade } from './kept.ts';
import type { Making } from './pages.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** Says how `redocly score` rates the published document of the public API, in points of 100. */
export async function lintScore({ address, kept }: Making): Promise<string> {
  const document = publication(address).openapi.json().text;
  const { agentReadiness, discoverability, subscores }: Score = JSON.parse(
    await keptOrMade(kept, `score\n${document}`, () => rate(document)),
  );
  const rows = Object.entries({ ...subscores, discoverability: discoverability / 100 }).map(([name, score]) => [
    words(name),
    points(score * 100),
  ]);
  return markdownTable(['measure', 'points of 100'], [['**all in all**', `**${points(agentReadiness)}**`], ...rows]);
}

const rate = (document: string): Promise<string> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'document.json');
    await writeFile(file, document);
    return redocly(['score', file, '--format=json']);
  });

interface Score {
  readonly agentReadiness: number;
  readonly discoverability: number;
  readonly subscores: Readonly<Record<string, number>>;
}

const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const points = (score: number): string => String(Math.round(score));
