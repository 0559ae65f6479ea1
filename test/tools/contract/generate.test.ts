import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateSdk, sdkFolder } from '../../../sdk/generate.ts';
import { consoleFolder, generateConsole } from '../../../simulator/console/generate.ts';
import { generate, generatedFolder, staleFiles } from '../../../tools/contract/generate.ts';

test('what is generated is what a fresh generation gives, and a file that differs or is missing is named', async () => {
  const fresh = await generate();
  assert.deepEqual(await staleFiles(fresh, generatedFolder), []);
  assert.deepEqual(await staleFiles(generateSdk(fresh), sdkFolder), []);

  const folder = await mkdtemp(join(tmpdir(), 'ringpost-generated-'));
  try {
    for (const [name, text] of fresh) await writeFile(join(folder, name), text);
    assert.deepEqual(await staleFiles(fresh, folder), []);
    await writeFile(join(folder, 'public.ts'), `${fresh.get('public.ts')} `);
    await rm(join(folder, 'asyncapi.json'));
    assert.deepEqual(await staleFiles(fresh, folder), ['public.ts', 'asyncapi.json']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a second generation gives the same bytes', async () => {
  const [one, two] = await Promise.all([generate(), generate()]);
  assert.deepEqual([...one], [...two]);
});

test('the console that is served is the one that its sources make', async () => {
  assert.deepEqual(await staleFiles(await generateConsole(), consoleFolder), []);
});
