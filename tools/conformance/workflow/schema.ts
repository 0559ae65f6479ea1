import type { JsonObject } from '../../contract/document.ts';

/** The parts of Arazzo 1.1 that are played. */
export interface Arazzo {
  readonly sourceDescriptions: readonly Source[];
  readonly workflows: readonly Workflow[];
}

export interface Source {
  readonly name: string;
  readonly url: string;
  readonly type: 'openapi' | 'asyncapi';
}

export interface Workflow {
  readonly workflowId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly inputs?: JsonObject;
  readonly parameters?: readonly Parameter[];
  readonly steps: readonly Step[];
  readonly successActions?: readonly Action[];
  readonly failureActions?: readonly Action[];
  readonly outputs?: Readonly<Record<string, string>>;
}

export interface Step {
  readonly stepId: string;
  readonly operationId?: string;
  readonly operationPath?: string;
  readonly channelPath?: string;
  readonly action?: 'receive';
  readonly correlationId?: string;
  /** Is in milliseconds, of receive steps alone. */
  readonly timeout?: number;
  readonly dependsOn?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly contentType?: string; readonly payload?: unknown };
  readonly successCriteria?: readonly Criterion[];
  readonly onSuccess?: readonly Action[];
  readonly onFailure?: readonly Action[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly 'x-receive'?: Receive;
}

/** What a receive step says beyond Arazzo. */
export interface Receive {
  /** Is an expression of the signing secret of the endpoint that receives. */
  readonly secret?: string;
  /** Is the status that answers the message; 200 without. */
  readonly answer?: number;
  /** Names the correlation id of the AsyncAPI document's components that is compared, in place of the message's own. */
  readonly correlatedBy?: string;
  /** Names the receive step whose message had the same bytes. */
  readonly sameBodyAs?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly value: unknown;
}

export interface Criterion {
  readonly condition: string;
  readonly context?: string;
  readonly type?: 'simple' | 'regex' | 'jsonpath';
}

export interface Action {
  readonly name: string;
  readonly type: 'end' | 'goto' | 'retry';
  readonly stepId?: string;
  /** Is in seconds. */
  readonly retryAfter?: number;
  readonly retryLimit?: number;
  readonly criteria?: readonly Criterion[];
}

const text = { type: 'string' };
const list = (items: object): object => ({ type: 'array', items });

const object = (required: readonly string[], properties: Readonly<Record<string, object>>, more: object = {}): object => ({
  type: 'object',
  required,
  properties,
  patternProperties: { '^x-': true },
  additionalProperties: false,
  ...more,
});

const when = (condition: object, yes: object, no: object = {}): object => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: this is the keyword of JSON Schema.
  then: yes,
  else: no,
});

const criterion = object(
  ['condition'],
  { condition: text, context: text, type: { enum: ['simple', 'regex', 'jsonpath'] } },
  when({ required: ['type'], properties: { type: { not: { const: 'simple' } } } }, { required: ['context'] }),
);

const criteria = list(criterion);

const parameter = object(['name', 'in', 'value'], {
  name: text,
  in: { enum: ['path', 'query', 'header'] },
  value: { type: ['string', 'number', 'boolean'] },
});

const successAction = object(
  ['name', 'type'],
  { name: text, type: { enum: ['end', 'goto'] }, stepId: text, criteria },
  when({ properties: { type: { const: 'goto' } } }, { required: ['stepId'] }),
);

const retryAction = object(['name'], {
  name: text,
  type: text,
  retryAfter: { type: 'number', minimum: 0 },
  retryLimit: { type: 'integer', minimum: 0 },
  criteria,
});

const failureAction = when({ required: ['type'], properties: { type: { const: 'retry' } } }, retryAction, successAction);

const outputs = { type: 'object', propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' }, additionalProperties: text };

const common = {
  stepId: { type: 'string', pattern: '^[\\w-]+$' },
  description: text,
  operationId: text,
  dependsOn: list(text),
  successCriteria: { ...criteria, minItems: 1 },
  onSuccess: list(successAction),
  onFailure: list(failureAction),
  outputs,
};

const oneOperation = (...names: readonly string[]): object => ({ oneOf: names.map((name) => ({ required: [name] })) });

const httpStep = object(
  ['stepId'],
  {
    ...common,
    operationPath: text,
    parameters: list(parameter),
    requestBody: object([], { contentType: text, payload: {} }),
    'x-receive': { not: {} },
  },
  oneOperation('operationId', 'operationPath'),
);

const receiveStep = object(
  ['stepId', 'action'],
  {
    ...common,
    channelPath: text,
    action: { const: 'receive' },
    correlationId: text,
    timeout: { type: 'integer', minimum: 1 },
    'x-receive': {
      type: 'object',
      properties: { secret: text, answer: { type: 'integer', minimum: 200, maximum: 599 }, correlatedBy: text, sameBodyAs: text },
      additionalProperties: false,
    },
  },
  oneOperation('operationId', 'channelPath'),
);

const workflow = object(['workflowId', 'steps'], {
  workflowId: { type: 'string', pattern: '^[\\w-]+$' },
  summary: text,
  description: text,
  inputs: { type: 'object' },
  parameters: list(parameter),
  steps: { type: 'array', minItems: 1, items: when({ required: ['action'] }, receiveStep, httpStep) },
  successActions: list(successAction),
  failureActions: list(failureAction),
  outputs,
});

/** Describes the documents that are played, after their reusable objects are resolved. What it lacks is refused. */
export const arazzoSchema = object(['arazzo', 'info', 'sourceDescriptions', 'workflows'], {
  arazzo: { type: 'string', pattern: '^1\\.[01]\\.\\d+$' },
  $self: text,
  info: { type: 'object' },
  sourceDescriptions: {
    type: 'array',
    minItems: 1,
    items: object(['name', 'url', 'type'], { name: text, url: text, type: { enum: ['openapi', 'asyncapi'] } }),
  },
  workflows: { type: 'array', minItems: 1, items: workflow },
  components: { type: 'object' },
});
