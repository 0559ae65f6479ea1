import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedForm } from '../../src/contract/published-form.ts';
import { withCodeSamples } from './code-samples.ts';
import type { JsonObject } from './document.ts';
import { operationTable } from './operation-table.ts';
import { withOperationsOfCodes } from './operations-of-codes.ts';
import { redocly } from './redocly.ts';
import { describedTypes, typescriptTypes } from './typescript-types.ts';

/**
 * Makes `generated/` from the hand-written documents: a bundled JSON file for each, and TypeScript types for OpenAPI
 * documents, with the table of operations for clients of the public one. `npm run generate` writes it.
 */

/** The root folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
export const generatedFolder = fileURLToPath(new URL('../../src/contract/generated', import.meta.url));

/** The root file of each document, in the order of the generated files. */
export const documents = {
  public: 'openapi/public.yaml',
  operator: 'openapi/operator.yaml',
  callbacks: 'openapi/callbacks.yaml',
  simulator: 'openapi/simulator.yaml',
  asyncapi: 'asyncapi/webhooks.yaml',
} as const;
export type DocumentName = keyof typeof documents;
const names = Object.keys(documents) as DocumentName[];

/** Returns the contents of `generated/`, from file name to text. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const bundles = await bundle();
  for (const name of names) {
    const bundled = bundles.get(name) ?? {};
    files.set(`${name}.json`, `${JSON.stringify(bundled, null, 2)}\n`);
    const isPackaged = name === 'public' || name === 'simulator';
    if (name !== 'asyncapi') files.set(`${name}.ts`, await (isPackaged ? describedTypes : typescriptTypes)(bundled));
    if (name !== 'public') continue;
    files.set('public.ts', `${files.get('public.ts')}${operationTable(bundled)}`);
    files.set('published.ts', await describedTypes(publishedForm(bundled)));
  }
  return files;
}

/** Returns the files in `folder` that are missing or differ from the expected text. */
export async function staleFiles(expected: ReadonlyMap<string, string>, folder: string): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const [name, text] of expected) {
    const found = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (found !== text) stale.push(name);
  }
  return stale;
}

/**
 * Bundles the documents. Redocly puts in what `shared-parts.mjs` adds, and moves parts from other files into `components`, under the part's
 * own name. The public document gets its samples here.
 */
async function bundle(): Promise<ReadonlyMap<DocumentName, JsonObject>> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-bundle-'));
  try {
    await redocly(['bundle', ...Object.values(documents), '--ext', 'json', '--output', folder]);
    const bundles = new Map<DocumentName, JsonObject>();
    for (const name of names) {
      const file = join(folder, `${basename(documents[name], '.yaml')}.json`);
      const bundled = withOperationsOfCodes(JSON.parse(await readFile(file, 'utf8')));
      bundles.set(name, name === 'public' ? withCodeSamples(bundled) : bundled);
    }
    return bundles;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
