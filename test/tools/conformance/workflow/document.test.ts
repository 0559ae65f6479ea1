import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { stringify } from 'yaml';
import { readWorkflows } from '../../../../tools/conformance/workflow/document.ts';
import { textOf } from '../../../contract/artefacts/published.ts';
import { folderFor } from '../../../support/folder.ts';

/** What a document may not say is refused with its place, and nothing of it is left out in silence. */

const folder = folderFor({ after });
before(async () => {
  for (const name of ['openapi.json', 'asyncapi.json', 'workflows.yaml']) await writeFile(join(folder, name), await textOf(name));
  await writeFile(join(folder, 'parts.yaml'), 'openapi: 3.1.0\npaths: { /agents: { $ref: "agents.yaml" } }\n');
});

type Parts = Readonly<Record<string, unknown>>;

async function read(root: Parts): Promise<void> {
  const file = join(folder, 'read.yaml');
  await writeFile(file, stringify(root));
  readWorkflows(file);
}

const http: Parts = { stepId: 'list', operationId: '$sourceDescriptions.api.listAgents' };
const read1: Parts = { stepId: 'read', operationPath: '{$sourceDescriptions.api.url}#/paths/~1calls~1{id}/get' };
const received: Parts = {
  stepId: 'receive',
  operationId: '$sourceDescriptions.events.sendCallCompleted',
  action: 'receive',
  correlationId: 'call_1',
  'x-receive': { secret: 's' },
};
const inputs = { type: 'object', properties: { receiverUrl: { type: 'string' } } };

const document = (steps: readonly Parts[], workflow: Parts = {}, root: Parts = {}): Parts => ({
  arazzo: '1.1.0',
  info: { title: 'T', version: '1' },
  sourceDescriptions: [
    { name: 'api', type: 'openapi', url: 'openapi.json' },
    { name: 'events', type: 'asyncapi', url: 'asyncapi.json' },
  ],
  workflows: [{ workflowId: 'one', inputs, steps, ...workflow }],
  ...root,
});

test('the published workflows are played with the documents that are published beside them', () => {
  assert.ok(readWorkflows(join(folder, 'workflows.yaml')).arazzo.workflows.length >= 6);
});

test('what is played is read: reusable objects, paths of operations and channels, actions', async () => {
  const id = { name: 'id', in: 'path', value: '$steps.list.outputs.id' };
  await read(
    document(
      [
        {
          ...http,
          outputs: { id: '$response.body#/agents/0/id' },
          onSuccess: [{ name: 'on', type: 'goto', stepId: 'read', criteria: [] }],
        },
        {
          ...read1,
          parameters: [{ reference: '$components.parameters.id' }],
          onFailure: [{ reference: '$components.failureActions.again' }],
        },
        {
          ...received,
          operationId: undefined,
          channelPath: '{$sourceDescriptions.events.url}#/channels/tenantEndpoint',
          correlationId: undefined,
        },
      ],
      {},
      { components: { parameters: { id }, failureActions: { again: { name: 'again', type: 'retry', retryAfter: 1, retryLimit: 2 } } } },
    ),
  );
});

test('what is sent may be called a reference', async () => {
  const payload = { reference: 'a', parameters: [{ reference: 'b' }] };
  await read(document([{ ...http, requestBody: { payload } }]));
});

const refused: readonly (readonly [what: string, root: Parts, says: RegExp])[] = [
  ['another version', document([http], {}, { arazzo: '2.0.0' }), /:1: \/arazzo /],
  ['an unknown member', document([http], {}, { servers: [] }), /:\d+: \/servers is not played\.$/],
  ['a step that plays a workflow', document([{ stepId: 'a', workflowId: 'one' }]), /\/workflows\/0\/steps\/0\/workflowId is not played/],
  ['a workflow that depends on another', document([http], { dependsOn: ['two'] }), /\/workflows\/0\/dependsOn is not played/],
  ['a message that is sent', document([{ ...received, action: 'send' }]), /\/steps\/0\/action must be "receive"/],
  ['a time limit of an HTTP step', document([{ ...http, timeout: 5 }]), /\/steps\/0\/timeout is not played/],
  ['x-receive of an HTTP step', document([{ ...http, 'x-receive': {} }]), /\/steps\/0\/x-receive /],
  ['an unknown member of x-receive', document([{ ...received, 'x-receive': { answers: 1 } }]), /\/x-receive\/answers is not played/],
  ['a cookie', document([{ ...http, parameters: [{ name: 'a', in: 'cookie', value: 1 }] }]), /\/parameters\/0\/in must be one of/],
  [
    'a parameter that is an object',
    document([{ ...http, parameters: [{ name: 'a', in: 'query', value: {} }] }]),
    /\/parameters\/0\/value must be/,
  ],
  ['replacements', document([{ ...http, requestBody: { replacements: [] } }]), /\/requestBody\/replacements is not played/],
  [
    'a form',
    document([{ ...http, requestBody: { contentType: 'application/x-www-form-urlencoded', payload: {} } }]),
    /\/requestBody\/contentType /,
  ],
  [
    'XPath',
    document([{ ...http, successCriteria: [{ type: 'xpath', condition: '/', context: '$response.body' }] }]),
    /\/successCriteria\/0\/type must be/,
  ],
  [
    'a criterion without its context',
    document([{ ...http, successCriteria: [{ type: 'regex', condition: '/' }] }]),
    /\/successCriteria\/0\/context is required/,
  ],
  ['no criteria', document([{ ...http, successCriteria: [] }]), /\/successCriteria /],
  [
    'an unreadable condition',
    document([{ ...http, successCriteria: [{ condition: '$statusCode = 1' }] }]),
    /\/successCriteria\/0\/condition cannot be used: the condition/,
  ],
  [
    'an expression in a condition that is not played',
    document([{ ...http, successCriteria: [{ condition: '$self == 1' }] }]),
    /\/condition cannot be used: the runtime expression `\$self`/,
  ],
  [
    'another workflow’s outputs',
    document([{ ...http, outputs: { a: '$workflows.one.outputs.a' } }]),
    /\/outputs\/a cannot be used: the runtime expression/,
  ],
  [
    'a selector',
    document([{ ...http, outputs: { a: { context: '$response.body', selector: '/', type: 'jsonpointer' } } }]),
    /\/outputs\/a must be string/,
  ],
  [
    'a later step’s outputs',
    document([{ ...http, parameters: [{ name: 'a', in: 'query', value: '$steps.read.outputs.a' }] }]),
    /\/parameters\/0\/value uses `read`/,
  ],
  ['a dependence on a later step', document([{ ...http, dependsOn: ['read'] }]), /\/dependsOn names `read`/],
  ['two steps of one id', document([http, http]), /\/steps\/1\/stepId is the id of another step/],
  [
    'a jump to another workflow',
    document([{ ...http, onSuccess: [{ name: 'a', type: 'goto', workflowId: 'one' }] }]),
    /\/onSuccess\/0\/workflowId is not played/,
  ],
  [
    'a jump to no step',
    document([{ ...http, onFailure: [{ name: 'a', type: 'goto', stepId: 'b' }] }]),
    /\/onFailure\/0\/stepId is no step/,
  ],
  [
    'a workflow’s jump to no step',
    document([http], { failureActions: [{ name: 'a', type: 'goto', stepId: 'b' }] }),
    /\/failureActions\/0\/stepId is no step/,
  ],
  [
    'a retry by another step',
    document([{ ...http, onFailure: [{ name: 'a', type: 'retry', stepId: 'list' }] }]),
    /\/onFailure\/0\/stepId is not played/,
  ],
  [
    'a reference to nothing',
    document([{ ...http, parameters: [{ reference: '$components.parameters.b' }] }]),
    /\/parameters\/0\/reference leads to no component/,
  ],
  ['no operation', document([{ stepId: 'a', operationId: 'never' }]), /\/steps\/0\/operationId leads to no operation/],
  ['a path parameter that is not given', document([read1]), /\/parameters lacks the path parameter `id`|\/steps\/0\/parameters lacks/],
  ['a message of no AsyncAPI source', document([{ ...received, operationId: 'listAgents' }]), /\/operationId leads to nothing/],
  [
    'a correlation id that the document lacks',
    document([{ ...received, 'x-receive': { secret: 's', correlatedBy: 'text' } }]),
    /\/x-receive\/correlatedBy names no/,
  ],
  ['signed messages without a secret', document([{ ...received, 'x-receive': undefined }]), /lacks the `secret` in `x-receive`/],
  [
    'the bytes of a later step',
    document([{ ...received, 'x-receive': { secret: 's', sameBodyAs: 'b' } }]),
    /\/x-receive\/sameBodyAs is no step/,
  ],
  ['a receiver without an address', document([received], { inputs: { type: 'object' } }), /has no input `receiverUrl`/],
  [
    'a source elsewhere',
    document([http], {}, { sourceDescriptions: [{ name: 'api', type: 'openapi', url: 'https://x.example/a' }] }),
    /\/sourceDescriptions\/0\/url is not read/,
  ],
  [
    'a source that is not there',
    document([http], {}, { sourceDescriptions: [{ name: 'api', type: 'openapi', url: 'none.json' }] }),
    /\/url cannot be used: .*none\.json/,
  ],
  [
    'a source in several files',
    document([http], {}, { sourceDescriptions: [{ name: 'api', type: 'openapi', url: 'parts.yaml' }] }),
    /refers to another file, agents\.yaml/,
  ],
  [
    'a source of another kind',
    document([http], {}, { sourceDescriptions: [{ name: 'api', type: 'asyncapi', url: 'openapi.json' }] }),
    /it is no asyncapi document of version 3/,
  ],
  [
    'an Arazzo source',
    document([http], {}, { sourceDescriptions: [{ name: 'api', type: 'arazzo', url: 'a' }] }),
    /\/sourceDescriptions\/0\/type must be one of/,
  ],
  [
    'a later step’s outputs in a condition',
    document([{ ...http, successCriteria: [{ condition: '$statusCode == $steps.read.outputs.a' }] }]),
    /\/condition uses `read`/,
  ],
  [
    'a later step’s outputs in a path',
    document([
      {
        ...http,
        onSuccess: [
          {
            name: 'a',
            type: 'end',
            criteria: [{ type: 'jsonpath', context: '$response.body', condition: '$[?@ == {$steps.read.outputs.a}]' }],
          },
        ],
      },
    ]),
    /\/onSuccess\/0\/criteria\/0\/condition uses `read`/,
  ],
  [
    'a second deployment',
    document([http], {}, { sourceDescriptions: ['a', 'b'].map((name) => ({ name, type: 'openapi', url: 'openapi.json' })) }),
    /\/sourceDescriptions\/1 is a second OpenAPI document/,
  ],
];

for (const [what, root, says] of refused)
  test(`${what} is refused with its place`, async () => {
    await assert.rejects(read(root), ({ name, message }: Error) => {
      assert.equal(name, 'Unplayable', message);
      assert.match(message, /^.*read\.yaml:\d+: \//);
      assert.match(message, says);
      return true;
    });
  });

test('a file that is not there, or is no YAML, is refused', async () => {
  assert.throws(() => readWorkflows(join(folder, 'none.yaml')), /none\.yaml cannot be read/);
  await writeFile(join(folder, 'broken.yaml'), 'a: [');
  assert.throws(() => readWorkflows(join(folder, 'broken.yaml')), {
    name: 'Unplayable',
    message: /broken\.yaml is no Arazzo document: it is neither YAML nor JSON/,
  });
});

test('a file that is another document is refused with its name', async () => {
  for (const [content, lack] of [
    ['openapi: 3.1.0', 'it is a document of openapi'],
    ['just words', 'it has no `arazzo: 1.1.0`'],
    ['{"name": "ringpost"}', 'it has no `arazzo: 1.1.0`'],
  ] as const) {
    await writeFile(join(folder, 'other.yaml'), content);
    const message = `${join(folder, 'other.yaml')} is no Arazzo document: ${lack}.`;
    assert.throws(() => readWorkflows(join(folder, 'other.yaml')), { name: 'Unplayable', message });
  }
});
