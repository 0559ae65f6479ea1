import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { staleFiles } from '../../../tools/contract/generate.ts';
import { folderFor } from '../../support/folder.ts';

/** That the generated files which are committed are what a fresh generation gives, `npm run generate -- --check` says. */
test('a generated file that differs by a byte or is missing is named', async (t) => {
  const fresh = new Map([
    ['public.ts', 'export {};\n'],
    ['asyncapi.json', '{}\n'],
    ['public.json', '{}\n'],
  ]);
  const folder = folderFor(t);
  for (const [name, text] of fresh) await writeFile(join(folder, name), text);
  assert.deepEqual(await staleFiles(fresh, folder), []);
  await writeFile(join(folder, 'public.ts'), 'export {};\n ');
  await rm(join(folder, 'asyncapi.json'));
  assert.deepEqual(await staleFiles(fresh, folder), ['public.ts', 'asyncapi.json']);
});
