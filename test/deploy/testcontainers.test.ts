import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { runsTypeScript } from '../support/typescript.ts';

/** The example for Node with a stand-in for `testcontainers`, because a container engine is seldom at hand. */
test('the Node example with Testcontainers passes against the simulator', () => {
  const example = join(import.meta.dirname, '..', '..', 'examples/testcontainers/node/receiver.test.mjs');
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(
    process.execPath,
    [...runsTypeScript, '--import', join(import.meta.dirname, 'testcontainers-stand-in.mjs'), '--test-reporter', 'tap', example],
    { env, encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^# pass 1$/m);
});
