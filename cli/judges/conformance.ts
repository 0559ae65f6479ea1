import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { requirePackages } from '../../src/process/optional-packages.ts';
import { messageOf } from '../../src/process/reason-of.ts';
import { untilSignal } from '../../src/process/until-signal.ts';
import { type Check, groupOf, groups, outcomeOf } from '../../tools/conformance/check.ts';
import type { Run } from '../../tools/conformance/run.ts';
import type { Target, TargetGiven } from '../../tools/conformance/target.ts';
import { command } from '../parts/command.ts';
import { choice, flag, list, pairs, text, wholeNumber } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';
import { deploymentEnvironment, deploymentOptions, startFile } from './deployment.ts';
import { judgePassively } from './passive.ts';
import { showProgress } from './progress.ts';
import { reportOption, writeReports } from './report-option.ts';

export const conformance = command({
  summary: 'Judges a deployment by the published documents, and says what does not hold.',
  options: {
    ...deploymentOptions,
    driver: text('A driver in place of operator and simulator: its address, or the command that starts it.', 'URL|COMMAND'),
    secondTenantKey: text('The key of another tenant.', 'KEY'),
    scopedKeys: text('JSON: by scope, a key of the tenant with that scope alone; "disabled": one of a tenant that is off.', 'FILE'),
    clock: choice('Whether the clock of a sandbox is moved (move; keep for the demo of this folder).', ['move', 'keep']),
    seed: wholeNumber('Fixes every draw, so that a run can be repeated.', 0, 2_147_483_647),
    profile: choice('How much is checked (full).', ['smoke', 'full']),
    only: list('These checks or groups alone, such as E3 or E,F, or workflows by their ids.'),
    operations: list('The operations that the service has, if it has only some, such as placeCall,readCall.'),
    list: flag('List the checks and run none.'),
    coverage: flag('Show for each rule of the specification which checks look at it, and run none.'),
    workflow: text('An Arazzo 1.1 document, whose workflows are played in place of the checks.', 'FILE'),
    input: pairs('An input of the workflows; may come several times.'),
    passive: flag('Judge only what a service sends to an address that is printed, and know nothing else of it.'),
    secret: text('With --passive: the signing secret of the endpoint at that address (RINGPOST_SIGNING_SECRET).', 'SECRET'),
    failures: wholeNumber('With --passive: how many attempts are refused before one is taken (2).', 0, 5),
    report: reportOption(['junit', 'json', 'html', 'har', 'arazzo']),
  },
  notes: `In the folder of \`npm start\` it needs no options: it starts an instance of its own, judges that, and removes it, so the
demo stays as it is. --base-url with the demo's address judges the demo, with the keys of .ringpost/start.json; what needs
its clock moved is then skipped, unless --clock move allows it. Elsewhere the clock of a sandbox is moved ahead, by days.
Exit code 0: nothing failed; 1: something did, or nothing could be judged. A check that cannot run here is skipped,
and says why. With an operator it makes tenants, and deletes them at the end.
With an operator smoke takes 10 s and 2,200 requests, full a minute, 7,000 requests and 1,700 webhooks (on two
cores). With a key alone full takes 14 minutes and smoke 10, at 60 writes a minute. --only B and --only N run all checks,
for they judge what all have seen. --report arazzo holds the shortest sequences that failed (group S), for --workflow.
docs/conformance.md tells how to add a check.`,
  examples: [
    'ringpost conformance',
    'ringpost conformance --profile smoke --report html=conformance.html --report junit=conformance.xml',
    'ringpost conformance --base-url https://calls.example.org/api/v1/public --only A,F --seed 7',
    'ringpost conformance --passive --receiver-port 9000 --receiver-url https://hooks.example.org',
    'ringpost conformance --workflow openapi/workflows.yaml --only callCompletedArrives',
  ],

  async run({
    passive,
    secret,
    failures = 2,
    clock,
    seed,
    profile = 'full',
    only = [],
    operations,
    list: listOnly,
    coverage,
    workflow,
    input,
    report,
    ...given
  }) {
    requirePackages('conformance');
    if (coverage) {
      const { coverageText } = await import('../../tools/conformance/rules/coverage.ts');
      process.stdout.write(coverageText());
      return 0;
    }
    if (passive) return judgePassively({ secret, failures, ...given }, report);
    // The module is loaded here because its documents and generators would slow every other command down.
    const { runConformance } = await import('../../tools/conformance/run.ts');
    const { wantedChecks } = await import('../../tools/conformance/selection.ts');
    const { Unjudgeable } = await import('../../tools/conformance/reachable.ts');
    const { documents } = await import('../../tools/conformance/documents.ts');
    const { reportText } = await import('../../tools/conformance/report/report.ts');
    const { targetFor } = await import('../../tools/conformance/target.ts');
    if (workflow === undefined && Object.keys(input).length > 0)
      throw new UsageError('--input belongs to a document: give --workflow too.');
    const workflows = workflow === undefined ? undefined : await workflowsOf(workflow, input);
    const ids = only.map((id) => id.toUpperCase());
    const checks = wantedChecks({ profile, only: ids, workflows });
    const unknown = ids.filter((id) => wantedChecks({ profile, only: [id], workflows }).length === 0);
    if (unknown.length > 0) throw new UsageError(`No check is called ${unknown.join(', ')}: ringpost conformance --list names all.`);
    const foreign = operations?.find((id) => !documents().operations.some((operation) => operation.id === id));
    if (foreign !== undefined) throw new UsageError(`The document has no operation ${foreign}.`);
    if (listOnly) {
      process.stdout.write(checkTable(checks));
      return 0;
    }
    const target = targetFor({ ...given, scopedKeys: keysIn(given.scopedKeys) }, startFile(), deploymentEnvironment(given));
    if (!target)
      throw new UsageError('Nothing to judge is known here. Run `ringpost start` in this folder, or name a deployment with --base-url.');
    if (!target.apiKey && !target.operator && target.driver === undefined)
      throw new UsageError('A key is needed: give --api-key, the operator with --operator-url and --operator-token, or a --driver.');
    const judge = (judged: Target, keepsClock: boolean): Promise<Run> => {
      const draws = seed ?? Math.floor(Math.random() * 2_147_483_647);
      const wanted = { target: judged, profile, only: ids, operations, seed: draws, workflows, keepsClock };
      return runConformance(wanted, showProgress(process.stderr), undefined, stopping.signal);
    };
    const stopping = new AbortController();
    const onOwn = !namesDeployment(given);
    // A process that ended at once would leave the instance's servers behind.
    void untilSignal(stopping, onOwn ? () => {} : leave).then(() =>
      process.stderr.write(
        onOwn ? '\nStopping: the instance is ended.\n' : '\nStopping: what the checks have made is deleted first. Again: at once.\n',
      ),
    );
    const judged = !onOwn
      ? judge(target, clock === undefined ? target.isDemo : clock === 'keep')
      : onOwnInstance(given, (own) => judge(own, clock === 'keep'), stopping.signal);
    const run = await judged.catch((error: unknown) => {
      if (!(error instanceof Unjudgeable && onOwn && stopping.signal.aborted)) throw error;
      process.stderr.write(`ringpost: ${error.message}\n`);
      // The instance is gone, and the checks that are under way would only find that out.
      process.exit(1);
    });
    process.stdout.write(reportText('terminal', run));
    const areWritten = writeReports(report, (kind) => reportText(kind, run));
    return areWritten && outcomeOf(run.results) === 'conforms' ? 0 : 1;
  },
});

/** Lists the checks by group: id, rule, and what each needs. */
function checkTable(checks: readonly Check[]): string {
  const line = ({ id, title, needs = [] }: Check): string =>
    `  ${id.padEnd(4)} ${title}${needs.length > 0 ? ` [${needs.join(', ')}]` : ''}`;
  const lines = Object.entries(groups).flatMap(([letter, name]) => {
    const own = checks.filter(({ id }) => groupOf(id) === letter);
    return own.length === 0 ? [] : ['', `${letter} ${name}`, ...own.map(line)];
  });
  return `${lines.join('\n').trimStart()}\n`;
}

/** Ends the process at once. */
function leave(): never {
  process.stderr.write(
    '\nEnded. What the checks have made is there still: tenants whose names begin with "Conformance", and endpoints, triggers and calls in a tenant whose key was given.\n',
  );
  process.exit(130);
}

/** Tells if an option names what is judged, or a means for it. The environment names none: it is that of the demo, too. */
const namesDeployment = ({ receiverPort: _port, receiverUrl: _url, ...naming }: Readonly<Record<string, unknown>>): boolean =>
  Object.values(naming).some((option) => option !== undefined);

/** Judges an instance that is started for it, and ends it afterwards. */
async function onOwnInstance(
  { receiverPort, receiverUrl }: Pick<TargetGiven, 'receiverPort' | 'receiverUrl'>,
  judge: (target: Target) => Promise<Run>,
  stop: AbortSignal,
): Promise<Run> {
  const { startOwnInstance } = await import('./own-instance.ts');
  const { targetFor } = await import('../../tools/conformance/target.ts');
  const { Unjudgeable } = await import('../../tools/conformance/reachable.ts');
  process.stderr.write('Starting an instance to judge, beside the demo of this folder.\n');
  const { startFile: file, stop: end } = await startOwnInstance(stop);
  try {
    const own = targetFor({ receiverPort, receiverUrl }, file);
    if (!own) throw new Error('The instance names no deployment.');
    const stopped = once(stop, 'abort').then(() => {
      throw new Unjudgeable('The run was stopped: there is no report.');
    });
    return await Promise.race([judge({ ...own, isOwnInstance: true }), stopped]);
  } finally {
    await end();
  }
}

/** Reads the workflows of a document. One that cannot be played is refused with its place in the file. */
async function workflowsOf(file: string, inputs: Readonly<Record<string, string>>): Promise<readonly Check[]> {
  const { readWorkflows, Unplayable } = await import('../../tools/conformance/workflow/document.ts');
  const { workflowChecks } = await import('../../tools/conformance/workflow/play.ts');
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
    throw new UsageError(`--scoped-keys: ${file} cannot be read (${messageOf(error)}).`);
  }
}
