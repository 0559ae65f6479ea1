import { readdirSync } from 'node:fs';
import { changedFiles } from './changed-files.ts';
import { type Chosen, chooseTests } from './choose-tests.ts';
import { contract, lint, type Ran, runStep, testsOf, types } from './steps.ts';

/**
 * `npm run check`: says in about half a minute whether a change is done, as far as that can be said so soon. It runs the linter, the
 * compiler and the check of the documents at the same time, then the tests nearest to what has changed. One line for each step; what a
 * failed step printed follows its line. Exit code 1 if a step failed.
 */
const root = process.cwd();
/** What remains quick on two cores. */
const mostTests = 12;

async function main(): Promise<number> {
  const began = performance.now();
  const quick = { lint, types, contract };
  const ran = await Promise.all(Object.entries(quick).map(async ([name, commands]) => tell(name, await runStep(root, commands), '')));
  const tests = await runTests();
  const passed = ran.every((each) => each) && tests.passed;
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`\n${passed ? 'Good' : 'NOT GOOD'} after ${seconds} s. Not run: ${tests.notRun}, and what .ci/run adds.`);
  return passed ? 0 : 1;
}

async function runTests(): Promise<{ passed: boolean; notRun: string }> {
  const all = testFiles();
  const changed = changedFiles(root);
  if (changed === null) {
    skip('git knows no main branch to compare with');
    return { passed: true, notRun: `all ${all.length} test files (npm test)` };
  }
  const chosen = chooseTests(root, all, changed.files, mostTests);
  const notRun = `${all.length - chosen.tests.length} of ${all.length} test files (npm test)`;
  if (chosen.tests.length === 0) {
    skip(`no test imports any of the ${changed.files.length} files that differ from ${changed.since}`);
    return { passed: true, notRun };
  }
  const about = `${chosen.tests.length} test files${leftOf(chosen)}; ${changed.files.length} files differ from ${changed.since}`;
  return { passed: tell('tests', await runStep(root, testsOf(chosen.tests)), about), notRun };
}

const leftOf = ({ left }: Chosen): string => (left === 0 ? '' : `, the nearest to the changes; ${left} more are left to npm test`);

const testFiles = (): readonly string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => `test/${name.replaceAll('\\', '/')}`);

/** Prints the step's line; whether it passed. */
function tell(name: string, { passed, output, seconds }: Ran, about: string): boolean {
  console.log(`${passed ? '✓' : '✖'} ${name.padEnd(9)}${seconds.toFixed(1).padStart(5)} s  ${about}`.trimEnd());
  if (!passed) console.log(failuresIn(output));
  return passed;
}

/** Of tests what follows the list of all that ran; of other programs everything. */
const failuresIn = (output: string): string => output.slice(Math.max(0, output.indexOf('✖ failing tests:'))).trim();

const skip = (reason: string): void => console.log(`– ${'tests'.padEnd(9)}${'0.0'.padStart(5)} s  ${reason}`);

process.exitCode = await main();
