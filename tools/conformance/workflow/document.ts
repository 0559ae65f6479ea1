import { readFileSync } from 'node:fs';
import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { once } from '../../../src/contract/documents.ts';
import { unescapePointer } from '../../../src/contract/json-pointer.ts';
import { problemsOf } from '../../../src/contract/problems.ts';
import { newAjv } from '../../../src/contract/validator.ts';
import { at, isObject, type JsonObject } from '../../contract/document.ts';
import { parseCondition } from './conditions.ts';
import { expressionProblem, expressionsIn } from './expressions.ts';
import { inputsSchema } from './inputs.ts';
import { type Action, type Arazzo, arazzoSchema, type Criterion, type Step, type Workflow } from './schema.ts';
import { type Sources, sourcesOf } from './sources.ts';

/** Thrown if a document cannot be played. The message names the place in the file. */
export class Unplayable extends Error {
  override readonly name = 'Unplayable';
}

export interface Playable {
  readonly arazzo: Arazzo;
  readonly sources: Sources;
}

/** Where something stands: the keys and indices that lead there. */
type Place = readonly (string | number)[];

/** Reads an Arazzo document with its sources. Throws `Unplayable` for what is wrong in it or not played. */
export function readWorkflows(file: string): Playable {
  const { root, refuse } = parsed(file);
  const arazzo = withoutReferences(root, root, [], refuse);
  const validate = arazzoValidator();
  if (!validate(arazzo)) {
    // A member that is not played explains the other errors at its place.
    const errors = validate.errors ?? [];
    const unknown = errors.find(({ keyword }) => keyword === 'additionalProperties');
    const [problem] = problemsOf(unknown ? [unknown] : errors);
    refuse(
      (problem?.path ?? '').split('/').slice(1).map(unescapePointer),
      unknown ? 'is not played' : (problem?.message ?? 'is not valid'),
    );
  }
  // The schema has just been checked.
  const checked = arazzo as unknown as Arazzo;
  const workflows = checked.workflows.map((workflow) => ({ ...workflow, inputs: inputsSchema(root, workflow.inputs) }));
  const playable: Arazzo = { ...checked, workflows };
  const sources = sourcesOf(file, playable.sourceDescriptions, refuse);
  const ids = new Set<string>();
  for (const [index, workflow] of playable.workflows.entries()) {
    if (ids.has(workflow.workflowId)) refuse(['workflows', index, 'workflowId'], 'is the id of another workflow too');
    ids.add(workflow.workflowId);
    checkWorkflow(workflow, sources, (place, message) => refuse(['workflows', index, ...place], message));
  }
  return { arazzo: playable, sources };
}

const arazzoValidator = once(() => newAjv().compile(arazzoSchema));

export type Refuse = (place: Place, message: string) => never;

function parsed(file: string): { readonly root: JsonObject; readonly refuse: Refuse } {
  const lines = new LineCounter();
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Unplayable(`${file} cannot be read (${error instanceof Error ? error.message : error}).`);
  }
  const document = parseDocument(content, { lineCounter: lines });
  if (document.errors[0]) throw new Unplayable(`${file} is no Arazzo document: it is neither YAML nor JSON. ${document.errors[0].message}`);
  const root: unknown = document.toJS();
  const refuse: Refuse = (place, message) => {
    const { line } = lines.linePos(nodeAt(document.contents, place)?.range?.[0] ?? 0);
    throw new Unplayable(`${file}:${line}: /${place.join('/')} ${message}.`);
  };
  if (!isObject(root) || !('arazzo' in root)) {
    const what = ['openapi', 'asyncapi'].find((name) => isObject(root) && name in root);
    const lack = what ? `it is a document of ${what}` : 'it has no `arazzo: 1.1.0`';
    throw new Unplayable(`${file} is no Arazzo document: ${lack}.`);
  }
  return { root, refuse };
}

/** Returns the node at a place, or the nearest around it. */
function nodeAt(node: Node | null, [key, ...rest]: Place): Node | null {
  if (key === undefined) return node;
  const found = isMap(node) ? node.get(String(key), true) : isSeq(node) ? node.get(Number(key), true) : undefined;
  return found ? nodeAt(found as Node, rest) : node;
}

/** Replaces reusable objects by what they refer to. The schemas of inputs keep their `$ref`. */
function withoutReferences(root: JsonObject, node: unknown, place: Place, refuse: Refuse): unknown {
  if (Array.isArray(node)) return node.map((item, index) => withoutReferences(root, item, [...place, index], refuse));
  if (!isObject(node)) return node;
  const { reference, value } = node;
  if (typeof reference === 'string' && isReusable(place)) {
    const [, kind = '', name = ''] = /^\$components\.(parameters|successActions|failureActions)\.(.+)$/.exec(reference) ?? [];
    const found = at(root, root, 'components', kind, name);
    if (!isObject(found)) return refuse([...place, 'reference'], 'leads to no component');
    return value === undefined ? found : { ...found, value };
  }
  return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, withoutReferences(root, item, [...place, key], refuse)]));
}

/** Reusable objects stand in lists of parameters and actions, and not in what is sent. */
const isReusable = (place: Place): boolean =>
  reusable.has(String(place.at(-2))) && typeof place.at(-1) === 'number' && !place.includes('payload') && !place.includes('inputs');

const reusable = new Set(['parameters', 'onSuccess', 'onFailure', 'successActions', 'failureActions']);

/** Checks what the schema cannot say: ids, operations, expressions and conditions. */
function checkWorkflow(workflow: Workflow, sources: Sources, refuse: Refuse): void {
  const known = new Set<string>();
  const all = new Set(workflow.steps.map(({ stepId }) => stepId));
  checkExpressions({ parameters: workflow.parameters, outputs: workflow.outputs }, all, [], refuse);
  for (const [index, step] of workflow.steps.entries()) {
    const here: Refuse = (place, message) => refuse(['steps', index, ...place], message);
    if (known.has(step.stepId)) here(['stepId'], 'is the id of another step too');
    for (const id of step.dependsOn ?? []) if (!known.has(id)) here(['dependsOn'], `names \`${id}\`, which is no step before this one`);
    const { successCriteria, onSuccess, onFailure, outputs, ...asked } = step;
    checkExpressions(asked, known, [], here);
    known.add(step.stepId);
    checkExpressions({ successCriteria, onSuccess, onFailure, outputs }, known, [], here);
    checkCriteria(step.successCriteria, known, ['successCriteria'], here);
    checkActions({ onSuccess, onFailure }, known, all, here);
    checkOperation(step, workflow, sources, known, here);
  }
  const { successActions, failureActions } = workflow;
  checkActions({ successActions, failureActions }, all, all, refuse);
}

/** `known` are the steps whose outputs may be used, `all` those that may be gone to. */
function checkActions(
  lists: Readonly<Record<string, readonly Action[] | undefined>>,
  known: ReadonlySet<string>,
  all: ReadonlySet<string>,
  refuse: Refuse,
): void {
  for (const [member, actions = []] of Object.entries(lists))
    for (const [index, { criteria, stepId }] of actions.entries()) {
      checkCriteria(criteria, known, [member, index, 'criteria'], refuse);
      if (stepId !== undefined && !all.has(stepId)) refuse([member, index, 'stepId'], 'is no step of this workflow');
    }
}

/** Members whose text is no runtime expression, or is read elsewhere. */
const others = new Set(['operationId', 'operationPath', 'channelPath', 'condition']);

function checkExpressions(value: unknown, steps: ReadonlySet<string>, place: Place, refuse: Refuse): void {
  if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) checkExpressions(item, steps, [...place, key], refuse);
  } else if (!others.has(String(place.at(-1)))) {
    for (const expression of expressionsIn(value)) checkExpression(expression, steps, place, refuse);
  }
}

function checkExpression(expression: string, steps: ReadonlySet<string>, place: Place, refuse: Refuse): void {
  const problem = expressionProblem(expression);
  if (problem) refuse(place, `cannot be used: ${problem}`);
  const step = /^\$steps\.([\w-]+)/.exec(expression)?.[1];
  if (step !== undefined && !steps.has(step)) refuse(place, `uses \`${step}\`, which is no step before this one`);
}

function checkCriteria(criteria: readonly Criterion[] | undefined, steps: ReadonlySet<string>, place: Place, refuse: Refuse): void {
  for (const [index, { type = 'simple', condition }] of (criteria ?? []).entries()) {
    const here = [...place, index, 'condition'];
    const expressions =
      type === 'simple' ? expressionsOf(condition, (why) => refuse(here, `cannot be used: ${why}`)) : expressionsIn(condition);
    for (const expression of expressions) checkExpression(expression, steps, here, refuse);
  }
}

function expressionsOf(condition: string, refuse: (why: string) => never): readonly string[] {
  try {
    return parseCondition(condition).expressions;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function checkOperation(step: Step, workflow: Workflow, sources: Sources, known: ReadonlySet<string>, refuse: Refuse): void {
  if (step.action === 'receive') {
    const { signed } = sources.reception(step, refuse);
    const { secret, sameBodyAs } = step['x-receive'] ?? {};
    if (signed && secret === undefined) refuse([], 'receives signed messages, and lacks the `secret` in `x-receive`');
    if (sameBodyAs !== undefined && (!known.has(sameBodyAs) || sameBodyAs === step.stepId))
      refuse(['x-receive', 'sameBodyAs'], 'is no step before this one');
    if (at(workflow.inputs, workflow.inputs, 'properties', 'receiverUrl') === undefined)
      refuse([], 'receives, and the workflow has no input `receiverUrl` for the address of the receiver');
    return;
  }
  const { path } = sources.operation(step, refuse);
  const given = [...(workflow.parameters ?? []), ...(step.parameters ?? [])].filter(({ in: place }) => place === 'path');
  for (const [, name] of path.matchAll(/\{(\w+)\}/g))
    if (!given.some((parameter) => parameter.name === name)) refuse(['parameters'], `lacks the path parameter \`${name}\``);
  const { contentType = 'application/json', payload } = step.requestBody ?? {};
  if (!/[/+]json$/.test(contentType) && typeof payload !== 'string')
    refuse(['requestBody', 'contentType'], `\`${contentType}\` is played with a payload that is a string alone`);
}
