import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { documents } from '../../../tools/conformance/documents.ts';
import { reportText } from '../../../tools/conformance/report/report.ts';
import { ruleResults } from '../../../tools/conformance/rules/results.ts';
import { type Run, runConformance } from '../../../tools/conformance/run.ts';
import { type Answer, after as afterStep, nothing, type Operation, type State } from '../../../tools/conformance/sequences/model.ts';
import { possibleOrder } from '../../../tools/conformance/sequences/possible-order.ts';
import { brokenRules, brokenRulesAtOnce } from '../../../tools/conformance/sequences/rules.ts';
import { readWorkflows } from '../../../tools/conformance/workflow/document.ts';
import { workflowChecks } from '../../../tools/conformance/workflow/play.ts';
import { folderFor } from '../../support/folder.ts';
import { startDeployment } from './deployment.ts';
import { type MutantTest, mutantTests } from './mutant-tests.ts';
import { leavesTriggers, sequenceMutants } from './mutants/sequences.ts';
import { judgeMutant, notPassed, resultOf, silent, told } from './run.ts';

const folder = folderFor({ after });
const deployment = await startDeployment();
after(() => deployment.stop());

/** The run against one broken service, which several tests look at. It lasts as long as all other checks together, with this seed less than with others. */
let runOfLeftTriggers: Promise<Run> | undefined;
const leftTriggers = (): Promise<Run> =>
  (runOfLeftTriggers ??= judgeMutant(deployment, leavesTriggers(), ['S1'], { seed: 3, shrinkSeconds: 3_600 }));

const operationsOf = (run: Run): readonly string[] =>
  (resultOf(run, 'S1').findings[0]?.sequence ?? []).map(({ request, response }) => `${request.operationId} ${response.status}`);

const shortest = ['createWebhookEndpoint 201', 'createAutomationTrigger 201', 'deleteWebhookEndpoint 204', 'listAutomationTriggers 200'];

test('a failure is shrunk to the shortest sequence, and printed as commands', async () => {
  const run = await leftTriggers();
  assert.deepEqual(operationsOf(run), shortest, told(run));
  for (const kind of ['terminal', 'junit'] as const)
    assert.equal(
      reportText(kind, run)
        .split('\n')
        .filter((line) => line.includes('curl -i')).length,
      shortest.length,
      kind,
    );
  const [finding] = JSON.parse(reportText('json', run)).results.find(({ id }: { id: string }) => id === 'S1').findings;
  assert.equal(finding.sequence.length, shortest.length);
});

test('the page shows the whole sequence, with each answer, the commands and the workflow', async () => {
  const html = reportText('html', await leftTriggers());
  const steps = [...html.matchAll(/<li><details(?: open)?><summary><code>(\w+) [^<]* → (\d+)<\/code><\/summary>/g)];
  assert.deepEqual(
    steps.map(([, method, status]) => `${method} ${status}`),
    ['POST 201', 'POST 201', 'DELETE 204', 'GET 200'],
  );
  const again = /<h4>All again<\/h4><pre>([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? '';
  assert.equal(again.match(/curl -i/g)?.length, shortest.length);
  assert.match(html, /arazzo: 1\.1\.0[\s\S]*operationId: listAutomationTriggers/);
});

test('a sequence that fails breaks the rules of its last step, and no others', async () => {
  const broken = ruleResults((await leftTriggers()).results).filter(({ verdict, by }) => verdict === 'fail' && by.includes('S1'));
  assert.deepEqual(
    broken.map(({ id }) => id),
    ['E-DELETEWEBHOOK-04'],
  );
});

test('the rules of a step are those of what it does in the state that it meets', () => {
  const made = afterStep(nothing, create('one'), { status: 201, id: 'a' });
  assert.ok(typeof made === 'object');
  const again = afterStep(made, create('one'), { status: 201, id: 'a' });
  assert.ok(typeof again === 'object');
  const two: Answer = { status: 200, listed: [{ id: 'a' }, { id: 'b' }] };
  const rows: readonly (readonly [State, Operation, Answer, readonly string[]])[] = [
    [nothing, create('one'), { status: 500 }, ['E-POSTWEBHOOKS-06']],
    [made, create('one'), { status: 201, id: 'b' }, ['C-IDEM-01']],
    [made, create('two'), { status: 201, id: 'b' }, ['C-IDEM-01', 'R-IDEM-01']],
    [made, list, two, ['E-LISTWEBHOOKS-02']],
    [again, list, two, ['C-IDEM-01']],
  ];
  for (const [state, operation, answer, rules] of rows) {
    assert.equal(typeof afterStep(state, operation, answer), 'string', JSON.stringify(operation));
    assert.deepEqual(brokenRules(state, operation, answer), rules);
  }
  const atOnce = [performed(create('one'), { status: 201, id: 'a' }, 0, 10), performed(create('one'), { status: 201, id: 'b' }, 5, 15)];
  assert.deepEqual(brokenRulesAtOnce(nothing, atOnce), ['C-IDEM-01']);
});

test('the seed decides every operation of a sequence', async () => {
  const mutant = sequenceMutants.find(({ where }) => where.includes('two requests with one key')) ?? assert.fail('There is none.');
  const drawn = async (): Promise<readonly string[]> => {
    const { exchanges } = await mutant.run(deployment, ['S1']);
    // What is deleted when the check is over has no order, and reads wait for what comes.
    const writes = exchanges.filter(({ request }) => request.method !== 'GET');
    const last = writes.findLastIndex(({ request }) => request.method !== 'DELETE');
    return writes.slice(0, last + 1).map(({ request, response }) => `${request.operationId} ${response.status}`);
  };
  const first = await drawn();
  assert.ok(first.length > 5);
  assert.deepEqual(await drawn(), first);
});

test('a failure is written as a workflow that the command plays', async () => {
  const run = await leftTriggers();
  const file = join(folder, 'failed.yaml');
  await writeFile(file, reportText('arazzo', run));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(documents().openapi));
  const workflows = workflowChecks(file, readWorkflows(file), {});
  const played = await runConformance({ target: deployment.target, profile: 'full', seed: 1, only: [], workflows }, silent);
  // What a workflow does not make is not compared with the model of what exists.
  assert.deepEqual(
    notPassed(played).filter((line) => !/^O\d skipped/.test(line)),
    [],
    told(played),
  );
  assert.deepEqual(
    played.exchanges.map(({ request, response }) => `${request.operationId} ${response.status}`).slice(0, shortest.length),
    shortest,
  );
});

const performed = (operation: Operation, answer: Answer, begin: number, end: number) => ({ operation, answer, begin, end });
const create = (name: string): Operation => ({ kind: 'create endpoint', name, key: 'first' });
const list: Operation = { kind: 'list endpoints' };

test('an order is possible where each operation may have happened between its request and its answer', () => {
  const made = performed(create('one'), { status: 201, id: 'a' }, 0, 10);
  const again = performed(create('one'), { status: 201, id: 'a' }, 5, 15);
  assert.ok(possibleOrder(nothing, [again, made]));
  assert.equal(possibleOrder(nothing, [made, performed(create('one'), { status: 201, id: 'b' }, 5, 15)]), null);
  assert.ok(possibleOrder(nothing, [made, performed(list, { status: 200, listed: [] }, 5, 15)]));
  assert.equal(possibleOrder(nothing, [made, performed(list, { status: 200, listed: [] }, 11, 15)]), null);
  assert.ok(possibleOrder(nothing, [made, performed(list, { status: 200, listed: [{ id: 'a' }] }, 11, 15)]));
});

const isLeftTriggers = ({ where }: MutantTest): boolean => where.includes('leaves the triggers');
mutantTests(sequenceMutants.map((mutant) => (isLeftTriggers(mutant) ? { ...mutant, run: leftTriggers } : mutant)));
