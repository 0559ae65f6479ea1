import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { stringify } from 'yaml';
import { documents } from '../../../../tools/conformance/documents.ts';
import { type Connections, openConnections } from '../../../../tools/conformance/exchange.ts';
import { Model } from '../../../../tools/conformance/model/model.ts';
import { openWorld } from '../../../../tools/conformance/open-world.ts';
import { type Receiver, startReceiver } from '../../../../tools/conformance/receiver.ts';
import type { Surroundings } from '../../../../tools/conformance/surroundings.ts';
import { readWorkflows } from '../../../../tools/conformance/workflow/document.ts';
import { workflowChecks } from '../../../../tools/conformance/workflow/play.ts';
import { folderFor } from '../../../support/folder.ts';

/** The order in which steps are played, and which messages they take, with a service of the test's own. */

const folder = folderFor({ after });
const receiver = await startReceiver({ port: 0, url: null });
const connections = openConnections();
before(async () => {
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(openapi));
  await writeFile(join(folder, 'asyncapi.json'), JSON.stringify(asyncapi));
});
after(async () => {
  connections.close();
  await receiver.close();
});

const openapi = {
  openapi: '3.1.0',
  paths: Object.fromEntries(['a', 'b', 'c'].map((id) => [`/${id}/{word}`, { post: { operationId: id } }])),
};
const message = (name: string): object => ({
  payload: { type: 'object', required: [name], properties: { [name]: { type: 'string' }, nr: { type: 'integer' } } },
  correlationId: { location: `$message.payload#/${name}` },
});
const asyncapi = {
  asyncapi: '3.0.0',
  channels: { all: { messages: { order: message('order'), bill: message('bill') } } },
  operations: {
    sendOrder: { action: 'send', channel: { $ref: '#/channels/all' }, messages: [{ $ref: '#/channels/all/messages/order' }] },
    takeOrder: { action: 'receive', channel: { $ref: '#/channels/all' } },
  },
};

/** A service that answers each request as its script says, after it has posted what it should to the receiver. */
interface Script {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly posts?: readonly unknown[];
}

interface Told {
  readonly findings: readonly string[];
  readonly asked: readonly string[];
  readonly bodies: readonly unknown[];
  /** How the receiver answered. */
  readonly answers: readonly number[];
}

async function play(
  workflow: object,
  script: Readonly<Record<string, readonly Script[]>> = {},
  given: Record<string, string> = {},
  open: Receiver | null = receiver,
): Promise<Told> {
  const file = join(folder, 'workflows.yaml');
  const sources = [
    { name: 'api', type: 'openapi', url: 'openapi.json' },
    { name: 'events', type: 'asyncapi', url: 'asyncapi.json' },
  ];
  const inputs = {
    type: 'object',
    properties: { receiverUrl: { type: 'string' }, word: { type: 'string', default: 'word' }, n: { type: 'integer' } },
  };
  const root = { arazzo: '1.1.0', info: {}, sourceDescriptions: sources, workflows: [{ workflowId: 'one', inputs, ...workflow }] };
  await writeFile(file, stringify(root, { aliasDuplicateObjects: false }));
  const [check] = workflowChecks(file, readWorkflows(file), given);
  if (!check) throw new Error('The document has no workflow.');
  const [asked, bodies, answers, times]: [string[], unknown[], number[], Map<string, number>] = [[], [], [], new Map()];
  let url = '';
  const exchange: Connections['exchange'] = async (question) => {
    const id = /\/(\w)\//.exec(question.url)?.[1] ?? '';
    asked.push(question.url.replace('http://service.invalid', ''));
    if (question.body) bodies.push(question.body.toString('utf8'));
    const nth = times.get(id) ?? 0;
    times.set(id, nth + 1);
    const { status = 200, body = {}, headers = {}, posts = [] } = script[id]?.[nth] ?? {};
    for (const post of posts) answers.push((await fetch(url, { method: 'POST', body: JSON.stringify(post) })).status);
    const text = JSON.stringify(body);
    return { status, headers, body: Buffer.from(text), text, json: body };
  };
  const inbox: Receiver['inbox'] = (answering) => {
    const opened = receiver.inbox(answering);
    url = opened.url;
    return opened;
  };
  const surroundings: Surroundings = {
    documents: documents(),
    baseUrl: 'http://service.invalid',
    seed: 1,
    shrinkSeconds: 0,
    apiKey: null,
    secondTenantKey: null,
    scopedKeys: {},
    operator: null,
    simulator: null,
    receiver: open && { ...open, inbox },
    hasClock: false,
    isOwnInstance: false,
    connections: { exchange, close() {} },
    keys: new Set(),
    tenants: [],
    exchanges: [],
    record() {},
    model: new Model(),
    effects: { look() {}, found() {} },
    nextSeq: () => 1,
    waiting() {},
    stop: new AbortController().signal,
  };
  const { world, findings } = openWorld(check, surroundings);
  await check.run(world);
  return { findings: findings.map(({ message: said }) => said), asked, bodies, answers };
}

const step = (id: string, more: object = {}): object => ({
  stepId: id,
  operationId: `$sourceDescriptions.api.${id}`,
  parameters: [{ name: 'word', in: 'path', value: '$inputs.word' }],
  successCriteria: [{ condition: '$statusCode == 200' }],
  ...more,
});
const receive = (id: string, more: object = {}): object => ({
  stepId: id,
  operationId: '$sourceDescriptions.events.sendOrder',
  action: 'receive',
  timeout: 2_000,
  ...more,
});

const end = { name: 'enough', type: 'end' };
const goto = (stepId: string, more: object = {}): object => ({ name: `to ${stepId}`, type: 'goto', stepId, ...more });
const retry = (retryLimit?: number): object => ({
  name: 'again',
  type: 'retry',
  retryAfter: 0.001,
  ...(retryLimit !== undefined && { retryLimit }),
});
const notFound = { status: 404 };

test('steps follow each other with their parameters, bodies and outputs', async () => {
  const word = (value: string): object => ({ name: 'word', in: 'path', value });
  const steps = [
    step('a', { parameters: [{ name: 'q', in: 'query', value: '{$inputs.word}/{$inputs.n}' }], outputs: { id: '$response.body#/id' } }),
    step('b', {
      parameters: [word('$steps.a.outputs.id')],
      requestBody: { payload: { n: '$inputs.n', text: 'it is {$inputs.n}', list: [true, null] } },
    }),
  ];
  const told = await play({ parameters: [word('inherited')], steps }, { a: [{ body: { id: 'x/y' } }] }, { n: '7' });
  assert.deepEqual(told.findings, []);
  assert.deepEqual(told.asked, ['/a/inherited?q=word%2F7', '/b/x%2Fy']);
  assert.deepEqual(told.bodies, ['{"n":7,"text":"it is 7","list":[true,null]}']);
});

test('the first action whose criteria are met is taken', async () => {
  const never = { criteria: [{ condition: '$statusCode == 500' }] };
  const jumps = await play({
    steps: [step('a', { onSuccess: [goto('b', never), goto('c')] }), step('b'), step('c', { onSuccess: [end] })],
  });
  assert.deepEqual(jumps, { findings: [], asked: ['/a/word', '/c/word'], bodies: [], answers: [] });
  const handled = await play({ steps: [step('a', { onFailure: [goto('c')] }), step('b'), step('c')] }, { a: [notFound] });
  assert.deepEqual([handled.findings, handled.asked], [[], ['/a/word', '/c/word']]);
  const inherited = await play({ successActions: [end], steps: [step('a'), step('b')] });
  assert.deepEqual(inherited.asked, ['/a/word']);
});

test('a failure ends the workflow and is told, unless an action leads on', async () => {
  for (const onFailure of [[], [end]]) {
    const { findings, asked } = await play({ steps: [step('a', { onFailure }), step('b')] }, { a: [notFound] });
    assert.deepEqual(findings, ['Step `a`: `$statusCode == 200` does not hold: `$statusCode` is 404.']);
    assert.deepEqual(asked, ['/a/word']);
  }
});

test('a step is retried as often as its action says, once without a number, and then the next action follows', async () => {
  const times = async (limit: number | undefined, answers: readonly Script[]): Promise<readonly [number, number]> => {
    const { findings, asked } = await play({ steps: [step('a', { onFailure: [retry(limit)] })] }, { a: answers });
    return [asked.length, findings.length];
  };
  assert.deepEqual(await times(undefined, [notFound, {}]), [2, 0]);
  assert.deepEqual(await times(undefined, [notFound, notFound, {}]), [2, 1]);
  assert.deepEqual(await times(3, [notFound, notFound, notFound, {}]), [4, 0]);
  assert.deepEqual(await times(0, [notFound, {}]), [1, 1]);
  const then = await play({ steps: [step('a', { onFailure: [retry(1), goto('c')] }), step('b'), step('c')] }, { a: [notFound, notFound] });
  assert.deepEqual([then.asked, then.findings], [['/a/word', '/a/word', '/c/word'], []]);
});

test('retries of an inherited action are counted for each step, and again when a step is played again', async () => {
  const steps = [step('a'), step('b', { onSuccess: [goto('a', { criteria: [{ condition: '$response.body#/again == true' }] })] })];
  const script = { a: [notFound, {}, notFound, {}], b: [notFound, { body: { again: true } }] };
  const { findings, asked } = await play({ failureActions: [retry(1)], steps }, script);
  assert.deepEqual([findings, asked.length], [[], 7]);
});

test('Retry-After overrules the time of an action', async () => {
  const onFailure = [{ name: 'again', type: 'retry', retryAfter: 3_600 }];
  const { asked } = await play({ steps: [step('a', { onFailure })] }, { a: [{ status: 503, headers: { 'retry-after': '0' } }, {}] });
  assert.equal(asked.length, 2);
});

test('steps that lead to each other for ever end the workflow', async () => {
  await assert.rejects(play({ steps: [step('a', { onSuccess: [goto('a')] })] }), {
    name: 'Breach',
    message: /has not ended after 1000 steps/,
  });
});

test('a step fails if one that it depends on was passed over, or an output or value is missing', async () => {
  const passed = await play({ steps: [step('a', { onSuccess: [goto('c')] }), step('b'), step('c', { dependsOn: ['b'] })] });
  assert.deepEqual(passed.findings, ['Step `c`: the step `b`, on which it depends, has not succeeded.']);
  const output = await play({ steps: [step('a', { outputs: { id: '$response.body#/id' } })] });
  assert.deepEqual(output.findings, ['Step `a`: `$response.body#/id` has no value.']);
  const whole = await play({ steps: [step('a')], outputs: { id: '$steps.a.outputs.id' } });
  assert.deepEqual(whole.findings, ['The output `id`: `$steps.a.outputs.id` has no value.']);
});

test('an input that is missing or does not fit is named', async () => {
  const steps = [step('a')];
  const inputs = {
    type: 'object',
    required: ['word', 'agentId'],
    properties: { word: { type: 'string' }, agentId: { type: 'string' }, n: { type: 'integer' } },
  };
  await assert.rejects(play({ inputs, steps }, {}, { agentId: 'x' }), /The input `word` has no value: give --input word=…/);
  await assert.rejects(play({ inputs, steps }, {}, { word: 'x' }), /The input `agentId` has no value: give --input agentId=… \(needs /);
  await assert.rejects(play({ inputs, steps }, {}, { word: 'x', agentId: 'x', n: 'many' }), /The inputs do not fit: \/n must be integer/);
  await assert.rejects(
    play({ steps: [receive('one')] }, {}, { receiverUrl: 'http://elsewhere' }),
    /--receiver-url says how the service reaches it/,
  );
});

test('messages belong to the steps in their order, may come before them, and are answered at once', async () => {
  const steps = [
    step('a'),
    receive('refuse', { correlationId: 'x', 'x-receive': { answer: 503 } }),
    receive('take', {
      correlationId: 'x',
      'x-receive': { sameBodyAs: 'refuse' },
      outputs: { nr: '$message.payload#/nr' },
      successCriteria: [{ condition: "$message.header.Accept == '*/*'" }],
    }),
  ];
  const posts = [{ bill: 'x' }, { order: 'y' }, { order: 'x', nr: 1 }, { order: 'x', nr: 1 }, { order: 'x', nr: 2 }];
  const told = await play({ steps, outputs: { nr: '$steps.take.outputs.nr' } }, { a: [{ posts }] });
  assert.deepEqual([told.findings, told.answers], [[], [200, 200, 503, 200, 200]]);
});

test('a message is judged by its schema, its bytes and the criteria', async () => {
  const judged = async (posts: readonly unknown[], ...more: readonly object[]): Promise<readonly string[]> =>
    (await play({ steps: [step('a'), ...more.map((each, index) => receive(`r${index + 1}`, each))] }, { a: [{ posts }] })).findings;
  assert.match(
    (await judged([{ order: 'x', nr: 'one' }], { correlationId: 'x' })).join(),
    /^Step `r1`: the body is no order: \/nr must be integer\.$/,
  );
  assert.match(
    (
      await judged(
        [
          { order: 'x', nr: 1 },
          { nr: 1, order: 'x' },
        ],
        {},
        { 'x-receive': { sameBodyAs: 'r1' } },
      )
    ).join(),
    /^Step `r2`: the bytes of the body are not those that `r1` received\.$/,
  );
  assert.match(
    (await judged([{ order: 'x' }], { successCriteria: [{ condition: "$message.payload#/order == 'z'" }] })).join(),
    /^Step `r1`: .*does not hold: `\$message\.payload#\/order` is "x"\.$/,
  );
  assert.match(
    (await judged([{ order: 'y' }], { correlationId: 'x', timeout: 50 })).join(),
    /^Step `r1`: the message order with the correlation id x did not arrive within 0\.05 s; 1 others did\.$/,
  );
});

test('a correlation id that is not known when a message arrives is compared when its step is reached', async () => {
  const steps = [
    step('a', { outputs: { id: '$response.body#/id' } }),
    receive('take', { correlationId: '$steps.a.outputs.id', outputs: { nr: '$message.payload#/nr' } }),
    step('b', { parameters: [{ name: 'word', in: 'path', value: '$steps.take.outputs.nr' }] }),
  ];
  const posts = [
    { order: 'other', nr: 1 },
    { order: 'x', nr: 2 },
  ];
  const { findings, asked } = await play({ steps }, { a: [{ posts, body: { id: 'x' } }] });
  assert.deepEqual([findings, asked], [[], ['/a/word', '/b/2']]);
});

test('a receive step that is retried waits for another message', async () => {
  const steps = [step('a'), receive('take', { successCriteria: [{ condition: '$message.payload#/nr == 2' }], onFailure: [retry(1)] })];
  const { findings } = await play(
    { steps },
    {
      a: [
        {
          posts: [
            { order: 'x', nr: 1 },
            { order: 'x', nr: 2 },
          ],
        },
      ],
    },
  );
  assert.deepEqual(findings, []);
});

test('a workflow that receives is no check that may be skipped', async () => {
  await assert.rejects(play({ steps: [receive('one')] }, {}, {}, null), {
    name: 'Breach',
    message: 'The workflow needs a receiver that the service can reach: give --receiver-port and --receiver-url.',
  });
});

test('an operation in which the service receives is refused', async () => {
  await assert.rejects(
    play({ steps: [receive('one', { operationId: '$sourceDescriptions.events.takeOrder' })] }),
    /operationId is an operation in which the service receives/,
  );
});
