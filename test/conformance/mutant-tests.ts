import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checks } from '../../src/conformance/checks.ts';
import type { Run } from '../../src/conformance/run.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { judge, resultOf, told } from './run.ts';

/** A deployment that is broken in one place, and the check that must say so. */
export interface MutantTest {
  readonly caughtBy: string;
  /** As in: L1 fails where webhooks are written again with spaces. */
  readonly where: string;
  /** What the check must say: that it fails for another reason proves nothing. */
  readonly says: RegExp;
  /** What is run so that a rule of group B has something to judge. */
  readonly whileRunning?: string;
  run(deployment: Deployment, only: readonly string[]): Promise<Run>;
}

/** A test for each mutant, and one that the deployment as it is fails none of those checks. */
export function mutantTests(
  mutants: readonly MutantTest[],
  unbroken: (deployment: Deployment, only: readonly string[]) => Promise<Run> = judge,
): void {
  // They wait more than they work. Those that move the clock have a deployment of their own, where one follows the other.
  describe('mutants', { concurrency: 2 }, () => {
    suite(
      'side by side',
      mutants.filter(({ caughtBy }) => !isAlone(caughtBy)),
      4,
      unbroken,
    );
    suite(
      'one moving the clock after the other',
      mutants.filter(({ caughtBy }) => isAlone(caughtBy)),
      1,
      unbroken,
    );
  });
}

function suite(
  name: string,
  mutants: readonly MutantTest[],
  concurrency: number,
  unbroken: (deployment: Deployment, only: readonly string[]) => Promise<Run>,
): void {
  if (mutants.length === 0) return;
  describe(name, { concurrency }, () => {
    let deployment: Deployment;
    before(async () => {
      deployment = await startDeployment();
    });
    after(() => deployment.stop());

    test('none of these checks fails without a mutant', async () => {
      const run = await unbroken(deployment, [...new Set(mutants.map(({ caughtBy, whileRunning }) => whileRunning ?? caughtBy))]);
      assert.equal(told(run), '');
    });

    for (const { caughtBy, where, says, whileRunning, run } of mutants)
      test(`${caughtBy} fails ${where}`, async () => {
        const { verdict, findings } = resultOf(await run(deployment, [whileRunning ?? caughtBy]), caughtBy);
        assert.equal(verdict, 'fail');
        assert.match(findings.map(({ message }) => message).join('\n'), says);
      });
  });
}

const isAlone = (id: string): boolean => checks.find((check) => check.id === id)?.alone === true;
