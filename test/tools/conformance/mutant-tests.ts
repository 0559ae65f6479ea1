import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checks } from '../../../tools/conformance/checks.ts';
import type { Run } from '../../../tools/conformance/run.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { resultOf, told } from './run.ts';

/** A deployment that is broken in one place, and the check that must say so. */
export interface MutantTest {
  readonly caughtBy: string;
  /** As in: L1 fails where webhooks are written again with spaces. */
  readonly where: string;
  /** What the check must say, of several mistakes all of it: that it fails for another reason proves nothing. */
  readonly says: RegExp | readonly RegExp[];
  /** Of checks that only warn. */
  readonly verdict?: 'warn';
  /** What is run so that a rule of group B or the coverage has something to judge. */
  readonly whileRunning?: string;
  run: Judging;
}

type Judging = (deployment: Deployment, only: readonly string[]) => Promise<Run>;

/** Lets several mutants, or several mistakes of one, be told from one run. */
export function once(run: Judging): Judging {
  let judged: Promise<Run> | undefined;
  return (deployment, only) => (judged ??= run(deployment, only));
}

/** For proxies that could be at fault themselves: the checks of some mutants are run through one that breaks nothing. */
interface Control {
  readonly of: readonly MutantTest[];
  readonly run: Judging;
}

/** A test for each mutant. That the deployment as it is fails no check is told by `conformance.test.ts`. */
export function mutantTests(mutants: readonly MutantTest[], control?: Control): void {
  // Those that move the clock have a deployment of their own, where one follows the other.
  describe('mutants', () => {
    suite(
      'side by side',
      mutants.filter(({ caughtBy, whileRunning }) => !isAlone(whileRunning ?? caughtBy)),
      sideBySide,
      control,
    );
    suite(
      'one moving the clock after the other',
      mutants.filter(({ caughtBy, whileRunning }) => isAlone(whileRunning ?? caughtBy)),
      1,
      control,
    );
  });
}

function suite(name: string, mutants: readonly MutantTest[], concurrency: number, control: Control | undefined): void {
  if (mutants.length === 0) return;
  describe(name, { concurrency }, () => {
    let deployment: Deployment;
    before(async () => {
      deployment = await startDeployment();
    });
    after(() => deployment.stop());

    const controlled = new Set(mutants.filter((mutant) => control?.of.includes(mutant)).map(({ caughtBy }) => caughtBy));
    if (control && controlled.size > 0)
      test('a proxy that breaks nothing makes no check fail', async () => {
        assert.equal(told(await control.run(deployment, [...controlled])), '');
      });

    for (const { caughtBy, where, says, verdict = 'fail', whileRunning, run } of mutants)
      test(`${caughtBy} ${verdict}s ${where}`, async () => {
        const result = resultOf(await run(deployment, [whileRunning ?? caughtBy]), caughtBy);
        assert.equal(result.verdict, verdict);
        const said = result.findings.map(({ message }) => message).join('\n');
        for (const each of [says].flat()) assert.match(said, each);
      });
  });
}

/** They wait more than they work. On a busy machine, what one sends at once waits behind the others of its process. */
const sideBySide = 2;

const isAlone = (id: string): boolean => checks.find((check) => check.id === id)?.alone === true;
