import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { promisedNodes } from '../support/nodes.ts';

const script = join(import.meta.dirname, 'ten-mocked-calls.ts');

for (const node of promisedNodes)
  test(`ten calls on the mock wait for nothing where nothing else goes on in the process: ${node}`, async () => {
    const { stdout } = await promisify(execFile)(node, ['--import', 'tsx', script]);
    assert.equal(stdout, '0', 'milliseconds that the event loop slept');
  });
