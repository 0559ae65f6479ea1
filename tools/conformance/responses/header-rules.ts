import { codeOf } from '../api.ts';
import { type DocumentedHeader, documentedResponse, type ResponseRule } from './rule.ts';

const rates = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;

export const headerRules: readonly ResponseRule[] = [
  {
    id: 'B4',
    title: 'Every response says where its budget stands, and names itself',
    rule: 'Public API, Budgets: every answer, errors included, carries X-RateLimit-Limit, -Remaining, -Reset and X-Request-Id.',
    kind: 'fail',
    wrong: ({ response: { headers } }) => {
      const missing = [...rates, 'x-request-id'].filter((name) => headers[name] === undefined);
      if (missing.length > 0) return `There is no ${missing.join(', ')}.`;
      const odd = rates.find((name) => !/^\d+$/.test(headers[name] ?? ''));
      if (odd) return `${odd} is "${headers[odd]}", not a whole number.`;
      if (Number(headers['x-ratelimit-remaining']) > Number(headers['x-ratelimit-limit']))
        return 'More requests remain than the budget holds.';
      const seconds = Number(headers['x-ratelimit-reset']);
      return seconds < 1e9 || seconds > 1e11 ? `x-ratelimit-reset is ${seconds}, no Unix time in seconds.` : null;
    },
  },
  {
    id: 'B6',
    title: 'Headers are those that the document has for the response',
    rule: 'Public API, headers of every response: Retry-After on 503 and with rate_limited, WWW-Authenticate on 401, Allow on 405, x-should-retry on 409.',
    kind: 'fail',
    wrong: (exchange) => {
      const { headers, status, json } = exchange.response;
      for (const [name, header] of Object.entries(documentedResponse(exchange)?.headers ?? {})) {
        const problem = headerProblem(name, header, headers[name.toLowerCase()]);
        if (problem) return problem;
      }
      const retryAfter = headers['retry-after'];
      if (status === 429 && codeOf(json) === 'rate_limited' && !retryAfter) return 'A used-up budget does not say when to try again.';
      if (codeOf(json) === 'concurrent_limit_exceeded' && retryAfter) return 'Nobody knows when a call ends, but there is a Retry-After.';
      return null;
    },
  },
  {
    id: 'B12',
    title: 'What holds a secret or personal data is not to be kept by caches',
    rule: 'Advice, RFC 9111 section 5.2.2.5: Cache-Control: no-store.',
    kind: 'warn',
    wrong: ({ request, response }) => {
      if (response.status < 200 || response.status >= 300 || response.status === 204) return null;
      if (/no-store|private/.test(response.headers['cache-control'] ?? '')) return null;
      return `${request.method} ${request.path.split('?', 1)[0]} may be kept by a cache: there is no Cache-Control: no-store.`;
    },
  },
  {
    id: 'B13',
    title: 'RateLimit and RateLimit-Policy, where they are sent, say the same as the other headers',
    rule: 'Public API, Budgets: RateLimit-Policy and RateLimit have the same numbers in the form of the IETF draft.',
    kind: 'fail',
    wrong: ({ response: { headers } }) =>
      draftProblem('RateLimit-Policy', headers['ratelimit-policy'], /^"[a-z-]+";q=(\d+);w=60/, headers['x-ratelimit-limit']) ??
      draftProblem('RateLimit', headers['ratelimit'], /^"[a-z-]+";r=(\d+);t=([0-9]|[1-5][0-9]|60)(?!\d)/, headers['x-ratelimit-remaining']),
  },
  {
    id: 'B14',
    title: 'Each answer has a name of its own',
    rule: 'Public API, Budgets: X-Request-Id names this request; it is yours if you sent one.',
    kind: 'fail',
    wrong({ request, response: { headers } }, { requestIds }) {
      const id = headers['x-request-id'];
      if (id === undefined || request.headers['x-request-id'] !== undefined) return null;
      if (requestIds.has(id)) return `X-Request-Id ${id} was that of an earlier request.`;
      requestIds.add(id);
      return null;
    },
  },
];

/** Judges a header that a service may leave out: its form, and its number by the header that every answer has. */
function draftProblem(name: string, value: string | undefined, form: RegExp, number: string | undefined): string | null {
  if (value === undefined) return null;
  const given = form.exec(value)?.[1];
  if (given === undefined) return `${name} is not in the form of the document: ${value}`;
  return given === number ? null : `${name} says ${given}, where X-RateLimit says ${number}.`;
}

function headerProblem(name: string, { required, schema }: DocumentedHeader, value: string | undefined): string | null {
  if (value === undefined) return required ? `There is no ${name}.` : null;
  if (schema?.type === 'integer' && !(/^-?\d+$/.test(value) && Number(value) >= (schema.minimum ?? Number.NEGATIVE_INFINITY)))
    return `${name} is "${value}", not a whole number of at least ${schema.minimum ?? 0}.`;
  if (schema?.const !== undefined && value !== String(schema.const)) return `${name} is "${value}", not "${schema.const}".`;
  return value === '' ? `${name} is empty.` : null;
}
