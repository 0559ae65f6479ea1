import { createHash } from 'node:crypto';
import { once, publicContract } from '../documents.ts';
import type { Json } from '../json.ts';
import { type PublishedText, publication, tagged } from '../publication.ts';
import { dereferenced } from './dereferenced.ts';
import { eventSchema } from './event-schema.ts';
import { openApi30 } from './openapi-3-0.ts';
import { postmanCollection } from './postman.ts';
import { workflows } from './workflows.ts';

/** A file that an installation publishes about itself. Its text is made when it is first requested. */
export interface Artefact {
  readonly contentType: string;
  readonly text: () => Promise<PublishedText>;
}

/** Returns what an installation publishes for programs, by its path below the installation's address. */
export function artefacts(publicUrl: string): Readonly<Record<string, Artefact>> {
  const { openapi, asyncapi } = publication(publicUrl);
  const flat = once(() => dereferenced(openapi.document()));
  const schemaOf = (event: string): readonly [string, Artefact] => {
    const path = `schemas/${event}.json`;
    return [path, json(() => eventSchema(asyncapi.document(), event, `${publicUrl}/${path}`), 'application/schema+json')];
  };
  const files: Readonly<Record<string, Artefact>> = {
    'openapi.json': { contentType: jsonType, text: async () => openapi.json() },
    'openapi.yaml': { contentType: yamlType, text: openapi.yaml },
    'openapi.dereferenced.json': json(flat),
    'openapi-3.0.json': json(() => openApi30(openapi.document())),
    'asyncapi.json': { contentType: jsonType, text: async () => asyncapi.json() },
    'asyncapi.yaml': { contentType: yamlType, text: asyncapi.yaml },
    ...Object.fromEntries(eventNames().map(schemaOf)),
    'workflows.yaml': { contentType: yamlType, text: once(async () => tagged(await workflows(publicUrl))) },
    'postman.json': json(() => postmanCollection(flat())),
  };
  return {
    ...files,
    'checksums.txt': { contentType: 'text/plain; charset=utf-8', text: once(async () => tagged(await checksums(files))) },
  };
}

const jsonType = 'application/json';
const yamlType = 'application/yaml; charset=utf-8';

const json = (document: () => Json, contentType = jsonType): Artefact => ({
  contentType,
  text: once(async () => tagged(`${JSON.stringify(document(), null, 2)}\n`)),
});

const eventNames = (): readonly string[] => Object.keys((publicContract().document as Json).webhooks ?? {});

/** Returns one line for each file, which `sha256sum --check` reads. */
async function checksums(files: Readonly<Record<string, Artefact>>): Promise<string> {
  const lines = await Promise.all(
    Object.entries(files).map(async ([path, { text }]) => {
      const sum = createHash('sha256')
        .update((await text()).text)
        .digest('hex');
      return `${sum}  ${path}\n`;
    }),
  );
  return lines.join('');
}
