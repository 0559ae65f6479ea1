import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicContract } from '../../src/contract/documents.ts';
import { negativeLookUps, placementDeadlineMs, placementGraceMs } from '../../src/process/limits.ts';

test('the document gives the times of a placement of unknown fate that the service keeps', () => {
  const operation: object = publicContract().document.paths?.['/calls']?.post ?? {};
  assert.deepEqual('x-placement' in operation && operation['x-placement'], {
    negativeLookUps,
    graceSeconds: placementGraceMs / 1_000,
    deadlineSeconds: placementDeadlineMs / 1_000,
  });
});
