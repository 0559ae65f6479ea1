import { readFileSync, writeFileSync } from 'node:fs';
import { requirePackages } from '../src/process/optional-packages.ts';
import type { Check } from '../tools/conformance/check.ts';
import { command } from './command.ts';
import { checkTable } from './conformance/check-table.ts';
import { showProgress } from './conformance/progress.ts';
import { deploymentOptions, startFile, withEnvironment } from './deployment.ts';
import { choice, flag, list, pairs, text, wholeNumber } from './options.ts';
import { reportOption } from './report-option.ts';
import { untilSignal } from './until-signal.ts';
import { UsageError } from './usage-error.ts';

export const conformance = command({
  summary: 'Judges a deployment by the published documents, and says what does not hold.',
  options: {
    ...deploymentOptions,
    secondTenantKey: text('The key of another tenant.', 'KEY'),
    scopedKeys: text('JSON: by scope, a key of the tenant with that scope alone; "disabled": one of a tenant that is off.', 'FILE'),
    seed: wholeNumber('Fixes every draw, so that a run can be repeated.', 0, 2_147_483_647),
    profile: choice('How much is checked (full).', ['smoke', 'full']),
    only: list('These checks or groups alone, such as E3 or E,F, or workflows by their ids.'),
    list: flag('List the checks and run none.'),
    coverage: flag('Show for each rule of the specification which checks look at it, and run none.'),
    workflow: text('An Arazzo 1.1 document, whose workflows are played in place of the checks.', 'FILE'),
    input: pairs('An input of the workflows; may come several times.'),
    report: reportOption('A report in a file; may come several times.', ['junit', 'json', 'html', 'har']),
  },
  notes: `In the folder of \`npm start\` it needs no options: .ringpost/start.json names the deployment, its keys and its
simulator. Exit code 0: nothing failed; 1: something did. A check that cannot run here is skipped, and says why.
With an operator it leaves the tenants that it made. tools/conformance/README.md tells how to add a check.`,
  examples: [
    'ringpost conformance',
    'ringpost conformance --profile smoke --report html=conformance.html --report junit=conformance.xml',
    'ringpost conformance --base-url https://calls.example.org/api/v1/public --only A,F --seed 7',
    'ringpost conformance --workflow openapi/workflows.yaml --only callCompletedArrives',
  ],

  async run({ seed, profile = 'full', only = [], list: listOnly, coverage, workflow, input, report, ...given }) {
    requirePackages('conformance');
    if (coverage) {
      const { coverageText } = await import('../tools/conformance/rules/coverage.ts');
      process.stdout.write(coverageText());
      return 0;
    }
    // The module is loaded here because its documents and generators would slow every other command down.
    const { runConformance, wantedChecks } = await import('../tools/conformance/run.ts');
    const { Unjudgeable } = await import('../tools/conformance/reachable.ts');
    const { reportText } = await import('../tools/conformance/report/report.ts');
    const { targetFor } = await import('../tools/conformance/target.ts');
    if (workflow === undefined && Object.keys(input).length > 0)
      throw new UsageError('--input belongs to a document: give --workflow too.');
    const workflows = workflow === undefined ? undefined : await workflowsOf(workflow, input);
    const ids = only.map((id) => id.toUpperCase());
    const checks = wantedChecks({ profile, only: ids, workflows });
    const unknown = ids.filter((id) => wantedChecks({ profile, only: [id], workflows }).length === 0);
    if (unknown.length > 0) throw new UsageError(`No check is called ${unknown.join(', ')}: ringpost conformance --list names all.`);
    if (listOnly) {
      process.stdout.write(checkTable(checks));
      return 0;
    }
    const target = targetFor({ ...withEnvironment(given), scopedKeys: keysIn(given.scopedKeys) }, startFile());
    if (!target)
      throw new UsageError('Nothing to judge is known here. Run `ringpost start` in this folder, or name a deployment with --base-url.');
    if (!target.apiKey && !target.operator)
      throw new UsageError('A key is needed: give --api-key, or the operator with --operator-url and --operator-token.');
    const wanted = { target, profile, only: ids, seed: seed ?? Math.floor(Math.random() * 2_147_483_647), workflows };
    const stopping = new AbortController();
    void untilSignal().then(() => {
      process.stderr.write('\nStopping: the endpoints that the checks under way have made are deleted first. Again: at once.\n');
      stopping.abort();
    });
    const run = await runConformance(wanted, showProgress(process.stderr), undefined, stopping.signal).catch((error: unknown) => {
      if (!(error instanceof Unjudgeable)) throw error;
      process.stderr.write(`ringpost: ${error.message}\n`);
      return null;
    });
    if (!run) return 1;
    process.stdout.write(reportText('terminal', run));
    for (const { kind, file } of report) writeFileSync(file, reportText(kind, run));
    return run.results.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
  },
});

/** Reads the workflows of a document. One that cannot be played is refused with its place in the file. */
async function workflowsOf(file: string, inputs: Readonly<Record<string, string>>): Promise<readonly Check[]> {
  const { readWorkflows, Unplayable } = await import('../tools/conformance/workflow/document.ts');
  const { workflowChecks } = await import('../tools/conformance/workflow/play.ts');
  try {
    const playable = readWorkflows(file);
    const known = playable.arazzo.workflows.flatMap((workflow) => Object.keys(workflow.inputs?.['properties'] ?? {}));
    const unknown = Object.keys(inputs).find((name) => !known.includes(name));
    if (unknown !== undefined) throw new UsageError(`No workflow of ${file} has an input called ${unknown}.`);
    return workflowChecks(file, playable, inputs);
  } catch (error) {
    throw error instanceof Unplayable ? new UsageError(error.message) : error;
  }
}

function keysIn(file: string | undefined): Record<string, string> | undefined {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--scoped-keys: ${file} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
}
