import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeFile, replaceFile } from '../../src/process/whole-file.ts';
import { folderFor } from '../support/folder.ts';

const newFile = (t: TestContext): string => join(folderFor(t), 'secrets.json');

/** What is in the folder of a file, and what the file holds. */
const found = (file: string) => [fs.readdirSync(join(file, '..')), fs.readFileSync(file, 'utf8'), fs.statSync(file).mode & 0o777];

test('the first makes a file, and the second is told that it is there', (t) => {
  const file = newFile(t);
  assert.deepEqual([makeFile(file, 'first'), makeFile(file, 'second')], [true, false]);
  assert.deepEqual(found(file), [['secrets.json'], 'first', 0o600]);
});

test('a file is made where the file system has no hard links', (t) => {
  const file = newFile(t);
  t.mock.method(fs, 'linkSync', () => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' });
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.deepEqual([makeFile(file, 'first'), makeFile(file, 'second')], [true, false]);
  assert.deepEqual(found(file), [['secrets.json'], 'first', 0o600]);
});

test('a file is replaced whole, and keeps to its mode whatever a killed write has left', (t) => {
  const file = newFile(t);
  fs.writeFileSync(`${file}.${process.pid}.new`, 'half', { mode: 0o644 });
  replaceFile(file, 'whole', 0o600);
  assert.deepEqual(found(file), [['secrets.json'], 'whole', 0o600]);
  assert.throws(() => replaceFile(join(file, 'below'), 'x', 0o600), { code: 'ENOTDIR' });
});
