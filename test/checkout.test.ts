import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('in a checkout, npx ringpost is the program as it stands in src', async () => {
  const root = join(import.meta.dirname, '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Nothing is fetched: the program is there, or this fails.
  const { stdout } = await promisify(execFile)('npx', ['--no-install', 'ringpost', '--version'], { cwd: join(root, 'openapi') });
  assert.equal(stdout, `ringpost ${version}\n`);
});
