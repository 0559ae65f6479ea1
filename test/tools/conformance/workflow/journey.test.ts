import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { freePort } from '../../../../cli/parts/ports.ts';
import { reportText } from '../../../../tools/conformance/report/report.ts';
import { type Run, runConformance } from '../../../../tools/conformance/run.ts';
import { signatureOf } from '../../../../tools/conformance/signature.ts';
import { readWorkflows } from '../../../../tools/conformance/workflow/document.ts';
import { workflowChecks } from '../../../../tools/conformance/workflow/play.ts';
import { folderFor } from '../../../support/folder.ts';
import { latch } from '../../../support/latch.ts';
import { endpointsInTrouble, startDeployment } from '../deployment.ts';
import { jsonOf, type Mutant, type Passed, type Returned, startProxy } from '../mutant.ts';
import { silent, told } from '../run.ts';

/** The workflows of `openapi/workflows.yaml` against the service, and against one that is wrong in a step. */

const file = fileURLToPath(new URL('../../../../openapi/workflows.yaml', import.meta.url));

const folder = folderFor({ after });
const deployment = await startDeployment();
after(() => deployment.stop());

interface Wrong {
  /** What the service answers otherwise. */
  readonly api?: Mutant;
  /** How webhooks change on their way: `nth` counts the attempts from 1, and a changed body is signed again. */
  readonly webhook?: (attempt: Passed, nth: number, sign: (body: string) => Passed) => Passed | { readonly answer: Returned };
  /** What the receiver is said to have answered. */
  readonly answered?: (response: Returned) => Returned;
  /** How the document is changed: the value at each path. */
  readonly document?: readonly (readonly [path: readonly (string | number)[], value: unknown])[];
}

/** Plays the journey through two proxies, which move the clock on when a retry is waited for. */
async function play({ api, webhook, answered, document }: Wrong = {}, only = 'CALLCOMPLETEDARRIVES'): Promise<Run> {
  const { target, operator } = deployment;
  const origin = new URL(target.baseUrl).origin;
  let secret = '';
  let attempts = 0;
  let moved: Promise<unknown> | undefined;
  const apiProxy = await startProxy(origin, {
    ...api,
    response(response, request) {
      const json = jsonOf(response.body) as { endpoint?: { signingSecret?: string }; status?: string } | undefined;
      secret ||= json?.endpoint?.signingSecret ?? '';
      if (json?.status === 'retrying') moved ??= operator.advanceClock(90);
      return api?.response?.(response, request) ?? response;
    },
  });
  const port = await freePort();
  const sign = (attempt: Passed) => (body: string) => ({
    ...attempt,
    body: Buffer.from(body),
    headers: {
      ...attempt.headers,
      'x-webhook-signature': signatureOf(Buffer.from(body), String(attempt.headers['x-webhook-timestamp']), secret),
    },
  });
  const receiverProxy = await startProxy(`http://127.0.0.1:${port}`, {
    request: (attempt) => webhook?.(attempt, ++attempts, sign(attempt)) ?? attempt,
    response: (response) => answered?.(response) ?? response,
  });
  try {
    const played = document ? await changed(document) : file;
    const workflows = workflowChecks('workflows.yaml', readWorkflows(played), {});
    const there = { ...target, baseUrl: target.baseUrl.replace(origin, apiProxy.origin), receiver: { port, url: receiverProxy.origin } };
    return await runConformance({ target: there, profile: 'full', seed: 1, only: only === '' ? [] : [only], workflows }, silent);
  } finally {
    await moved;
    await apiProxy.stop();
    await receiverProxy.stop();
  }
}

/** Writes the document with other values, and finds its sources from there. */
async function changed(values: NonNullable<Wrong['document']>): Promise<string> {
  const document = parseDocument(await readFile(file, 'utf8'));
  for (const [path, value] of values) document.setIn(path, value);
  for (const index of [0, 1]) {
    const path = ['sourceDescriptions', index, 'url'];
    document.setIn(path, resolve(file, '..', String(document.getIn(path))));
  }
  const copy = join(folder, 'workflows.yaml');
  await writeFile(copy, String(document));
  return copy;
}

const { arazzo } = readWorkflows(file);
const nth = arazzo.workflows.findIndex(({ workflowId }) => workflowId === 'callCompletedArrives');
const steps = arazzo.workflows[nth]?.steps.map(({ stepId }) => stepId) ?? [];
const at = (step: string, ...path: readonly string[]): readonly (string | number)[] => [
  'workflows',
  nth,
  'steps',
  steps.indexOf(step),
  ...path,
];
/** The end of a wait for what never comes. */
const soon = (step: string): readonly [path: readonly (string | number)[], value: unknown] => [at(step, 'timeout'), 3_000];

const ok: Returned = { status: 200, headers: {}, body: Buffer.alloc(0) };
/** Answers one operation otherwise: another status, or a body in which a text is replaced. */
const answering = (method: string, path: RegExp, change: (response: Returned) => Returned): Mutant => ({
  response: (response, request) => (request.method === method && path.test(request.path) ? change(response) : response),
});
const withStatus = (status: number) => (response: Returned) => ({ ...response, status });
const withText = (from: string, to: string) => (response: Returned) => ({
  ...response,
  body: Buffer.from(response.body.toString('utf8').replace(from, to)),
});

/** Answers `POST /calls` once the receiver has had an event, however slow the machine is. */
function heldUntilEvent(): Wrong {
  const received = latch();
  return {
    api: { act: async (_response, { method, path }) => (method === 'POST' && path.endsWith('/calls') ? received.given : undefined) },
    answered(response) {
      received.give();
      return response;
    },
  };
}

const wrongs: readonly (readonly [step: string, what: string, wrong: Wrong, says: RegExp])[] = [
  [
    'createEndpoint',
    'the service answers 200',
    { api: answering('POST', /webhooks$/, withStatus(200)) },
    /`\$statusCode == 201` does not hold: `\$statusCode` is 200/,
  ],
  [
    'createTrigger',
    'the service makes a trigger that is off',
    { api: answering('POST', /triggers$/, withText('"isActive":true', '"isActive":false')) },
    /isActive` is false/,
  ],
  ['placeCall', 'the service answers 202', { api: answering('POST', /calls$/, withStatus(202)) }, /`\$statusCode` is 202/],
  [
    'refuseFirst',
    'the service signs with another secret',
    { webhook: (attempt) => ({ ...attempt, headers: { ...attempt.headers, 'x-webhook-signature': `sha256=${'0'.repeat(64)}` } }) },
    /the signature is not that of these bytes/,
  ],
  [
    'refuseFirst',
    'the service signs another time',
    { webhook: (attempt) => ({ ...attempt, headers: { ...attempt.headers, 'x-webhook-timestamp': '1767441845' } }) },
    /s off the arrival, and 300 s are allowed/,
  ],
  [
    'refuseFirst',
    'the event does not fit its schema',
    { webhook: (attempt, _nth, sign) => sign(attempt.body.toString('utf8').replace(/"notes":("[^"]*"|null),/, '')) },
    /the body is no call\.completed: \/data must have required property 'notes'/,
  ],
  [
    'refuseFirst',
    'the event names another call',
    {
      webhook: (attempt, _nth, sign) => sign(attempt.body.toString('utf8').replace('"call_id":"call_', '"call_id":"call_x')),
      ...heldUntilEvent(),
      document: [soon('refuseFirst')],
    },
    /the message call\.completed with the correlation id call_\w+ did not arrive within (3|2\.\d+) s; [1-9]\d* others did/,
  ],
  [
    'refuseFirst',
    'the event never comes',
    { webhook: () => ({ answer: ok }), document: [soon('refuseFirst')] },
    /the message call\.completed with the correlation id call_\w+ did not arrive within [23](\.\d+)? s; 0 others did/,
  ],
  ['seeRefusal', 'something before the receiver answers 200', { answered: () => ok }, /`\$response\.body#\/status` is "success"/],
  [
    'takeRetry',
    'the service sends other bytes',
    {
      webhook: (attempt, count, sign) => (count > 1 ? sign(attempt.body.toString('utf8').replace('"timestamp"', ' "timestamp"')) : attempt),
    },
    /the bytes of the body are not those that `refuseFirst` received/,
  ],
  [
    'takeRetry',
    'the service signs the first attempt alone',
    { webhook: (attempt, count) => (count > 1 ? { ...attempt, headers: { ...attempt.headers, 'x-webhook-signature': '' } } : attempt) },
    /X-Webhook-Signature is ""/,
  ],
  [
    'takeRetry',
    'the service sends no retry',
    { webhook: (attempt, count) => (count > 1 ? { answer: ok } : attempt), document: [soon('takeRetry')] },
    /the message call\.completed with the correlation id [0-9a-f-]{36} did not arrive within (3|2\.\d+) s/,
  ],
  [
    'takeRetry',
    'the service gives the retry another id',
    {
      webhook: (attempt, count) =>
        count > 1
          ? { ...attempt, headers: { ...attempt.headers, 'x-webhook-delivery-id': '019b8301-0264-71a6-9848-cacbd6797069' } }
          : attempt,
      document: [soon('takeRetry')],
    },
    /the message call\.completed with the correlation id [0-9a-f-]{36} did not arrive within (3|2\.\d+) s/,
  ],
  [
    'takeRetry',
    'the program has the secret of another endpoint',
    { document: [[at('takeRetry', 'x-receive', 'secret'), 'f'.repeat(64)]] },
    /the signature is not that of these bytes/,
  ],
  [
    'seeSuccess',
    'the program refuses the retry too',
    { document: [[at('takeRetry', 'x-receive', 'answer'), 500]] },
    /`\$response\.body#\/status` is "retrying"/,
  ],
  ['deleteTrigger', 'the service answers 200', { api: answering('DELETE', /triggers/, withStatus(200)) }, /`\$statusCode` is 200/],
  [
    'deleteEndpoint',
    'the program deletes what is not there',
    { document: [[at('deleteEndpoint', 'parameters'), [{ name: 'id', in: 'path', value: 'whe_none' }]]] },
    /`\$statusCode` is 404/,
  ],
];

describe('the journey of a call, its event and one retry', () => {
  test('is green against the service, and so are the other workflows', async () => {
    const run = await play({}, '');
    assert.equal(told(run), '');
    const workflows = run.results.filter(({ check }) => check.id.startsWith('W'));
    assert.deepEqual(
      workflows.map(({ verdict }) => verdict),
      arazzo.workflows.map(() => 'pass'),
    );
    assert.match(reportText('terminal', run), /✓ W Workflows of a document +6 passed/);
    assert.match(reportText('junit', run), /<testcase classname="conformance\.W2" name="W2 callCompletedArrives: /);
    const { results } = JSON.parse(reportText('json', run)) as { results: readonly { id: string; requests: number }[] };
    assert.ok((results.find(({ id }) => id === 'W2')?.requests ?? 0) >= 7);
  });

  for (const [step, what, wrong, says] of wrongs)
    test(`is red at ${step} where ${what}`, async () => {
      const run = await play(wrong);
      const { verdict, findings } = run.results.find(({ check }) => check.id === 'W2') ?? { findings: [] };
      assert.equal(verdict, 'fail');
      const said = findings.map(({ message }) => message).join('\n');
      assert.match(said, new RegExp(`^Step \`${step}\`: `));
      assert.match(said, says);
    });

  test('leaves no endpoint that webhooks do not reach', async () => {
    assert.deepEqual(await endpointsInTrouble(deployment), []);
  });

  test('can be red at every step', () => {
    assert.deepEqual([...new Set(wrongs.map(([step]) => step))], steps);
  });
});
