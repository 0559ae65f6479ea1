import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestSeconds } from '../../src/process/limits.ts';
import { patienceMs } from './probe.ts';

test('a probe waits until the service has answered, or has refused at its deadline', () => {
  assert.ok(patienceMs > requestSeconds * 1_000, `${patienceMs} ms`);
});
