import { stringify } from 'yaml';
import { entries, isObject } from '../../contract/document.ts';
import type { Finding } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import type { Run } from '../run.ts';

/**
 * Writes the sequences that failed as an Arazzo document, a workflow for each, which `--workflow` plays again where the
 * deployment's OpenAPI document lies beside it as `openapi.json`. Ids that an answer gave are taken from that answer.
 * Each step expects the observed status. Events that the operator published are no operations of the public API and are
 * missing.
 */
export function arazzoReport({ wanted, results }: Run): string {
  const failed = results.flatMap(({ check, findings }) =>
    findings
      .filter(({ sequence = [] }) => sequence.length > 0)
      .map((finding, index) => ({ id: `${check.id}-${index + 1}`, title: check.title, finding })),
  );
  return documentOf(`Of ${wanted.target.baseUrl}, with the seed ${wanted.seed}.`, failed);
}

/** Writes the sequence of one finding as such a document. */
export const workflowOf = (finding: Finding): string =>
  documentOf('One sequence that failed.', [{ id: 'sequence', title: 'The shortest sequence', finding }]);

interface Failed {
  readonly id: string;
  readonly title: string;
  readonly finding: Finding;
}

function documentOf(summary: string, failed: readonly Failed[]): string {
  return stringify({
    arazzo: '1.1.0',
    info: { title: 'Sequences that failed', version: '1.0.0', summary },
    sourceDescriptions: [{ name: 'ringpost', type: 'openapi', url: 'openapi.json' }],
    workflows: failed.map(({ id, title, finding: { message, sequence = [] } }) => ({
      workflowId: id,
      summary: title,
      description: message,
      inputs: { type: 'object', required: inputs, properties: Object.fromEntries(inputs.map((name) => [name, { type: 'string' }])) },
      parameters: [{ name: 'Authorization', in: 'header', value: 'Bearer {$inputs.apiKey}' }],
      steps: stepsOf(sequence),
    })),
  });
}

/** `--workflow` fills these by itself. */
const inputs = ['apiKey', 'agentId', 'phoneNumber', 'receiverUrl'];

/** Says where a workflow finds a value: its expression by the value. */
type Known = Map<string, string>;

function stepsOf(sequence: readonly Exchange[]): readonly object[] {
  const known: Known = new Map();
  return sequence.map(({ request, response }, index) => {
    const stepId = `step${index + 1}`;
    const body: unknown = request.body && JSON.parse(request.body.toString('utf8'));
    const [path = '', query = ''] = request.path.split('?');
    const id = path.split('/')[2];
    noteInputs(known, request.operationId, body, id);
    const parameters = [
      ...(id === undefined ? [] : [{ name: 'id', in: 'path', value: known.get(id) ?? id }]),
      ...[...new URLSearchParams(query)].map(([name, value]) => ({ name, in: 'query', value })),
    ];
    const payload = body === null ? null : withKnown(body, known);
    const outputs = newOutputs(known, stepId, response.json);
    return {
      stepId,
      operationId: request.operationId,
      ...(parameters.length > 0 && { parameters }),
      ...(payload !== null && { requestBody: { contentType: 'application/json', payload } }),
      successCriteria: [{ condition: `$statusCode == ${response.status}` }],
      ...(Object.keys(outputs).length > 0 && { outputs }),
    };
  });
}

/** Notes values that belong to the run's own tenant, which a workflow has as inputs. */
function noteInputs(known: Known, operationId: string | null, body: unknown, id: string | undefined): void {
  if (operationId === 'setExtractionSchema' && id !== undefined) known.set(id, '$inputs.agentId');
  if (!isObject(body)) return;
  for (const [member, input] of [
    ['agentId', 'agentId'],
    ['phoneNumber', 'phoneNumber'],
    ['url', 'receiverUrl'],
  ] as const)
    if (typeof body[member] === 'string') known.set(body[member], `$inputs.${input}`);
}

/** Returns the ids that this answer is the first to show, as outputs of its step: `id1: $response.body#/endpoint/id`. */
function newOutputs(known: Known, stepId: string, json: unknown): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  for (const [id, pointer] of idsIn(json)) {
    if (known.has(id)) continue;
    const name = `id${Object.keys(outputs).length + 1}`;
    outputs[name] = `$response.body#${pointer}`;
    known.set(id, `$steps.${stepId}.outputs.${name}`);
  }
  return outputs;
}

/** Returns the ids of what a request made, and those of a list, with the pointers to them. */
function idsIn(json: unknown): readonly (readonly [id: string, pointer: string])[] {
  return entries(json).flatMap(([name, value]) =>
    (Array.isArray(value)
      ? value.map((item, index) => [item, `/${name}/${index}/id`] as const)
      : [[value, `/${name}/id`] as const]
    ).flatMap(([holder, pointer]) => (isObject(holder) && typeof holder['id'] === 'string' ? [[holder['id'], pointer] as const] : [])),
  );
}

function withKnown(value: unknown, known: Known): unknown {
  if (typeof value === 'string') return known.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => withKnown(item, known));
  return isObject(value) ? Object.fromEntries(entries(value).map(([name, member]) => [name, withKnown(member, known)])) : value;
}
