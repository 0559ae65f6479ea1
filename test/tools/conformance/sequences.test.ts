import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { documents } from '../../../tools/conformance/documents.ts';
import { reportText } from '../../../tools/conformance/report/report.ts';
import { type Run, runConformance } from '../../../tools/conformance/run.ts';
import { type Answer, nothing, type Operation } from '../../../tools/conformance/sequences/model.ts';
import { possibleOrder } from '../../../tools/conformance/sequences/possible-order.ts';
import { readWorkflows } from '../../../tools/conformance/workflow/document.ts';
import { workflowChecks } from '../../../tools/conformance/workflow/play.ts';
import { type Deployment, startDeployment } from './deployment.ts';
import { mutantTests } from './mutant-tests.ts';
import { leavesTriggers, sequenceMutants } from './mutants/sequences.ts';
import { judge, judgeMutant, notPassed, resultOf, silent, told } from './run.ts';

let deployment: Deployment;
let folder: string;
before(async () => {
  deployment = await startDeployment();
  folder = await mkdtemp(join(tmpdir(), 'ringpost-sequences-'));
});
after(async () => {
  await deployment.stop();
  await rm(folder, { recursive: true, force: true });
});

const operationsOf = (run: Run): readonly string[] =>
  (resultOf(run, 'S1').findings[0]?.sequence ?? []).map(({ request, response }) => `${request.operationId} ${response.status}`);

const shortest = ['createWebhookEndpoint 201', 'createAutomationTrigger 201', 'deleteWebhookEndpoint 204', 'listAutomationTriggers 200'];

test('a failure is shrunk to the shortest sequence, and printed as commands', async () => {
  const run = await judgeMutant(deployment, leavesTriggers(), ['S1']);
  assert.deepEqual(operationsOf(run), shortest, told(run));
  const lines = reportText('terminal', run).split('\n');
  assert.equal(lines.filter((line) => line.includes('curl -i')).length, shortest.length);
});

test('a failure is written as a workflow that the command plays', async () => {
  const run = await judgeMutant(deployment, leavesTriggers(), ['S1']);
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

test('the seed decides every draw', async () => {
  // What is deleted when the check is over has no order, and reads wait for what comes.
  const drawn = async (): Promise<readonly string[]> => {
    const asked = (await judge(deployment, ['S1'])).exchanges.filter(({ request }) => request.method !== 'GET');
    const last = asked.findLastIndex(({ request }) => request.method !== 'DELETE');
    return asked.slice(0, last + 1).map(({ request, response }) => `${request.operationId} ${response.status}`);
  };
  assert.deepEqual(await drawn(), await drawn());
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

mutantTests(sequenceMutants);
