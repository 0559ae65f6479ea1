import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checks } from '../../../tools/conformance/checks.ts';
import { effectRules } from '../../../tools/conformance/model/effect-rules.ts';
import { coverageOf } from '../../../tools/conformance/report/coverage.ts';
import { responseRules } from '../../../tools/conformance/responses/judge.ts';
import { coverageResults } from '../../../tools/conformance/whole-run.ts';
import { authenticationMutants } from './mutants/authentication.ts';
import { callMutants } from './mutants/calls.ts';
import { coverageMutants } from './mutants/coverage.ts';
import { documentMutants } from './mutants/documents.ts';
import { effectMutants } from './mutants/effects.ts';
import { exampleMutants } from './mutants/examples.ts';
import { idempotencyMutants } from './mutants/idempotency.ts';
import { limitMutants } from './mutants/limits.ts';
import { rawHttpMutants } from './mutants/raw-http.ts';
import { refusedDataMutants } from './mutants/refused-data.ts';
import { resourceMutants } from './mutants/resources.ts';
import { responseMutants } from './mutants/responses.ts';
import { sequenceMutants } from './mutants/sequences.ts';
import { tenantMutants } from './mutants/tenants.ts';
import { webhookMutants } from './mutants/webhooks.ts';

test('every check of the catalogue has a mutant that it must catch', () => {
  const caught = new Set(
    [
      documentMutants,
      responseMutants,
      exampleMutants,
      refusedDataMutants,
      authenticationMutants,
      tenantMutants,
      resourceMutants,
      idempotencyMutants,
      limitMutants,
      callMutants,
      webhookMutants,
      rawHttpMutants,
      sequenceMutants,
      coverageMutants,
      effectMutants,
    ].flatMap((mutants) => mutants.map(({ caughtBy }) => caughtBy)),
  );
  assert.deepEqual(
    catalogue().filter((id) => !caught.has(id)),
    [],
    'add a mutant to test/tools/conformance/mutants for each of these',
  );
});

function catalogue(): readonly string[] {
  const coverage = coverageResults(coverageOf({ exchanges: [], deliveries: [], scenarios: null }));
  return [...checks, ...responseRules, ...effectRules, ...coverage.map(({ check }) => check)].map(({ id }) => id);
}
