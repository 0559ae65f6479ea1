import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseUrl } from '../../src/process/parse-url.ts';

test('a URL is one however often it was asked, whatever letters it has', () => {
  // Node 20 compiles `URL.canParse` after some thousands of questions, and then says no.
  for (let n = 0; n < 20_000; n++) if (parseUrl('http://exämple.org/') === null) assert.fail(`no URL at the question ${n}`);
  assert.equal(parseUrl('http://exämple.org/')?.href, 'http://xn--exmple-cua.org/');
  assert.equal(parseUrl('../b', 'http://example.org/a/')?.href, 'http://example.org/b');
  assert.equal(parseUrl('example.org'), null);
});

test('nobody asks URL.canParse, which is wrong on Node 20', () => {
  const root = join(import.meta.dirname, '..', '..');
  const folders = ['src', 'cli', 'tools', 'simulator', 'sdk'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|js|mjs)$/.test(name) && !name.includes('generated'))
      .map((name) => join(root, folder, name)),
  );
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.filter((file) => /URL\.canParse\(/.test(readFileSync(file, 'utf8'))),
    [],
  );
});
