import { readFile } from 'node:fs/promises';
import { localAddress } from '../publication.ts';

/** Returns the Arazzo document of an installation: its sources are the published documents beside it. */
export async function workflows(publicUrl: string): Promise<string> {
  const [{ parseDocument, isMap, isSeq }, text] = await Promise.all([import('yaml'), readFile(file, 'utf8')]);
  const document = parseDocument(text.replaceAll(localAddress, () => publicUrl).replaceAll('openapi/workflows.yaml', 'workflows.yaml'));
  const sources = document.get('sourceDescriptions');
  if (!isSeq(sources)) throw new Error('The workflows name no sources.');
  for (const source of sources.items) if (isMap(source)) source.set('url', `${source.get('type')}.json`);
  return document.toString({ lineWidth: 0 });
}

const file = new URL('../../../openapi/workflows.yaml', import.meta.url);
