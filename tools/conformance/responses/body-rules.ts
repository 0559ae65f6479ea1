import { isObject } from '../../contract/document.ts';
import { codeOf } from '../api.ts';
import { documents } from '../documents.ts';
import type { Exchange } from '../exchange.ts';
import { documentedResponse, type ResponseRule } from './rule.ts';

export const bodyRules: readonly ResponseRule[] = [
  {
    id: 'B2',
    title: 'Bodies are JSON and say so; where there is none, nothing says there is',
    rule: 'Public API, Conventions: bodies are JSON in UTF-8.',
    kind: 'fail',
    wrong: ({ request, response: { status, headers, body, json } }) => {
      if (body.length === 0) return request.method === 'HEAD' || status === 204 ? null : `A ${status} came without a body.`;
      const type = headers['content-type'] ?? 'none';
      if (!/^application\/json(; ?charset=utf-8)?$/i.test(type)) return `The content type is ${type}.`;
      return json === undefined ? 'The body is not JSON.' : null;
    },
  },
  {
    id: 'B3',
    title: 'Bodies fit their schema, with no property that it does not know',
    rule: 'Public API, the schema of every response. They are closed: an undocumented property is a breach here, though clients ignore it.',
    kind: 'fail',
    wrong: (exchange) => {
      const { request, response } = exchange;
      const documented = documentedResponse(exchange);
      if (!documented || request.operationId === null) return null;
      if (documented.content === undefined) return response.body.length > 0 ? 'The document has no body for this.' : null;
      const [problem, ...more] = documents().contract.responseProblems(request.operationId, response.status, response.json);
      if (!problem) return null;
      return `${problem.path || 'The body'} ${problem.message}${more.length > 0 ? ` (and ${more.length} more)` : ''}.`;
    },
  },
  {
    id: 'B5',
    title: 'Errors have the envelope, and a code of the catalogue for the operation and status',
    rule: 'Public API, Errors: every error is {"error": {"code", "message", "details"?}}; x-error-catalogue.',
    kind: 'fail',
    wrong: ({ request, response }) => {
      if (response.status < 400 || request.method === 'HEAD') return null;
      return envelopeProblem(response.json) ?? codeProblem(request.operationId, response.status, codeOf(response.json) ?? '');
    },
  },
  {
    id: 'B7',
    title: 'Times are ISO 8601 in UTC with milliseconds',
    rule: 'Public API, Conventions: times are ISO 8601 in UTC with milliseconds.',
    kind: 'fail',
    wrong: ({ response }) => {
      const wrong = timesIn(response.json).find(([, time]) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time));
      return wrong ? `${wrong[0]} is "${wrong[1]}".` : null;
    },
  },
  {
    id: 'B9',
    title: 'Only reading a call shows a link to its recording',
    rule: 'Public API, PlacedCall: it has no recordingUrl; Call: webhooks never carry one.',
    kind: 'fail',
    wrong({ request, response }: Exchange) {
      // The payload of a lead.qualified that a call caused has the member, always null.
      const forbidden = request.operationId === 'readWebhookDelivery' ? /"recordingUrl"\s*:\s*"/ : /"recordingUrl"\s*:/;
      return request.operationId !== 'readCall' && forbidden.test(response.text) ? `${request.operationId} shows a recordingUrl.` : null;
    },
  },
];

function envelopeProblem(json: unknown): string | null {
  if (!isObject(json) || !isObject(json['error'])) return 'The body is not {"error": {…}}.';
  if (Object.keys(json).length > 1)
    return `Beside "error" stands ${Object.keys(json)
      .filter((key) => key !== 'error')
      .join(', ')}.`;
  const { code, message, details, ...more } = json['error'];
  if (typeof code !== 'string' || typeof message !== 'string' || message === '') return 'The error lacks its code or its message.';
  if (details !== undefined && !isObject(details)) return 'The details of the error are not an object.';
  return Object.keys(more).length > 0 ? `The error holds ${Object.keys(more).join(', ')}.` : null;
}

function codeProblem(operationId: string | null, status: number, code: string): string | null {
  if (operationId === null) {
    const expected: Readonly<Record<number, string>> = { 404: 'not_found', 405: 'method_not_allowed' };
    const right = expected[status] ?? 'invalid_request';
    return code === right ? null : `The code is ${code}, not ${right}.`;
  }
  const codes = documents().codes(operationId, status);
  return codes.includes(code)
    ? null
    : `${code} is no code of ${operationId} with the status ${status}; those are ${codes.join(', ') || 'none'}.`;
}

/** Returns every time that the service itself states, without those that tenants wrote. */
function timesIn(node: unknown, path = ''): readonly (readonly [string, string])[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => timesIn(item, `${path}/${index}`));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (tenantsOwn.has(key)) return [];
    if (/(At|_at)$/.test(key) && typeof value === 'string') return [[`${path}/${key}`, value] as const];
    return timesIn(value, `${path}/${key}`);
  });
}

const tenantsOwn = new Set(['variables', 'metadata', 'extraction', 'extractionSchema', 'headers', 'payload']);
