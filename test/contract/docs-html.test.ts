import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { docsHtml } from '../../src/contract/docs-html.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
});
after(() => rm(folder, { recursive: true, force: true }));

for (const [document, word] of [
  ['public', 'placeCall'],
  ['events', 'sendLeadQualified'],
] as const) {
  test(`the page of the ${document} document is whole in one file and fetches nothing`, async () => {
    const page = await docsHtml(document, folder);
    assert.ok(page !== null);
    assert.ok(page.includes(word));
    assert.doesNotMatch(page, /<script[^>]*\ssrc=/);
    assert.doesNotMatch(page, /<link[^>]*rel="?stylesheet[^>]*href="?https?:/);
    assert.doesNotMatch(page, /https?:\/\/cdn\./);
  });
}

test('a page is built once, however many ask at the same time, and kept for the next process', async () => {
  const elsewhere = join(folder, 'shared');
  const first = docsHtml('events', elsewhere);
  assert.equal(docsHtml('events', elsewhere), first);
  await first;
  const kept = await readdir(join(elsewhere, 'docs'));
  assert.equal(kept.length, 1);

  // Another folder with the same file in it stands for a process that starts later.
  const later = join(folder, 'later');
  await docsHtml('public', later);
  const [name = ''] = await readdir(join(later, 'docs'));
  const restarted = join(folder, 'restarted');
  await docsHtml('events', restarted);
  await writeFile(join(restarted, 'docs', name), 'kept');
  assert.equal(await docsHtml('public', restarted), 'kept');
});
