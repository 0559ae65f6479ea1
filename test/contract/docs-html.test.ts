import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { docsHtml } from '../../src/contract/docs-html.ts';
import { publication } from '../../src/contract/publication.ts';

const { openapi, asyncapi } = publication('https://calls.example.net');

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
});
after(() => rm(folder, { recursive: true, force: true }));

for (const [name, document, word] of [
  ['public', openapi, 'placeCall'],
  ['events', asyncapi, 'sendLeadQualified'],
] as const) {
  test(`the page of the ${name} document is whole in one file and fetches nothing`, async () => {
    const page = await docsHtml(document.page(), folder);
    assert.ok(page !== null);
    assert.ok(page.includes(word));
    assert.doesNotMatch(page, /<script[^>]*\ssrc=/);
    assert.doesNotMatch(page, /<link[^>]*rel="?stylesheet[^>]*href="?https?:/);
    assert.doesNotMatch(page, /https?:\/\/cdn\./);
  });
}

test('a page is built once, however many ask at the same time, and kept for the next process', async () => {
  const elsewhere = join(folder, 'shared');
  const first = docsHtml(asyncapi.page(), elsewhere);
  assert.equal(docsHtml(asyncapi.page(), elsewhere), first);
  await first;
  const kept = await readdir(join(elsewhere, 'docs'));
  assert.equal(kept.length, 1);

  // Another folder with the same file in it stands for a process that starts later.
  const later = join(folder, 'later');
  await docsHtml(openapi.page(), later);
  const [name = ''] = await readdir(join(later, 'docs'));
  const restarted = join(folder, 'restarted');
  await docsHtml(asyncapi.page(), restarted);
  await writeFile(join(restarted, 'docs', name), 'kept');
  assert.equal(await docsHtml(openapi.page(), restarted), 'kept');
});
