import type { RawResponse } from '../../tools/conformance/raw-connection.ts';
import { type ApiResponse, checkAnswer } from '../support/api.ts';
import type { FuzzedRequest } from './requests.ts';
import { contracts } from './routes.ts';
import { type Answer, bytesOf } from './send.ts';

/** What is wrong with how a request was answered; null where nothing is. The part before the colon names the kind of mistake. */
export function judge(request: FuzzedRequest, answers: readonly Answer[], logged: readonly string[]): string | null {
  if (logged.length > 0) return `an error in the log: ${logged.join('').slice(0, 2_000)}`;
  for (const answer of answers) {
    if (answer.kind === 'hangs') return 'no answer in time';
    if (answer.kind === 'none') return 'the connection ended without an answer';
    const wrong = wrongIn(request, answer.response);
    if (wrong !== null) return wrong;
  }
  return null;
}

function wrongIn(request: FuzzedRequest, response: RawResponse): string | null {
  const said = `${response.status} ${response.body.slice(0, 500)}`;
  if (response.status >= 500) return `status ${response.status}: ${said}`;
  const secret = leakIn(request, response);
  if (secret !== null) return `an answer that tells of the inside (${secret}): ${said}`;
  const body = jsonOf(response);
  if (body === notJson) return `a body that is not what its type says: ${said}`;
  if (isUnreadable(response, body) && mayBeUnreadable(request)) return null;
  // What came of spoilt bytes may be a request for anything: only its form can be judged.
  if (request.spoilt.length > 0) return response.status < 400 || isEnvelope(body) ? null : `no envelope: ${said}`;
  return againstDocument(request, { ...response, raw: response.body, body });
}

function againstDocument({ route, method, target }: FuzzedRequest, response: ApiResponse): string | null {
  if (response.headers['content-type'] === 'text/xml') return response.raw === '<Response/>' ? null : `other XML: ${response.raw}`;
  const contract = contracts[route.api];
  try {
    checkAnswer(
      { contract, baseUrl: `http://127.0.0.1${route.base}`, rates: route.api === 'public' ? 'all' : 'none' },
      method,
      target.slice(route.base.length),
      response,
    );
    return null;
  } catch (error) {
    return error instanceof Error ? `not what the document says: ${error.message}` : String(error);
  }
}

const notJson = Symbol('not JSON');

function jsonOf({ body, headers }: RawResponse): unknown {
  if (body === '' || headers['content-type'] === 'text/xml') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return notJson;
  }
}

const isEnvelope = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.keys(body).join() === 'error' &&
  'error' in body &&
  typeof body.error === 'object' &&
  body.error !== null &&
  'code' in body.error &&
  typeof body.error.code === 'string' &&
  'message' in body.error &&
  typeof body.error.message === 'string';

/** Node's parser refused it before there was a request: the connection ends, and the operation's document knows nothing of it. */
const isUnreadable = ({ status, headers, body: text }: RawResponse, body: unknown): boolean =>
  (status === 400 || status === 431) && headers['connection'] === 'close' && (isEnvelope(body) || text === '');

/** Only what no client would write is refused so: a usual request that is would be a mistake. */
function mayBeUnreadable(request: FuzzedRequest): boolean {
  if (request.spoilt.length > 0) return true;
  const { headers, target, body } = request;
  const isOdd = Object.entries(headers).some(([name, value]) => /[^\t\x20-\x7e]/.test(value) || ['te', 'upgrade', 'expect'].includes(name));
  return isOdd || /[^\x21-\x7e]/.test(target) || bytesOf(request).length - (body?.length ?? 0) > 16_000;
}

/** Stacks, SQL, our files, what the machine said. What the caller wrote itself may come back. */
const inside = [
  /\bat [^\n]{0,200}\.(ts|js|mjs|cjs):\d+/,
  /node_modules|\/src\/|file:\/\/\//,
  /syntax error|relation "|violates|duplicate key|null value in column|invalid input|out of range|invalid byte sequence/i,
  /\b(E[A-Z]{4,}|EAI_[A-Z]+)\b(?=[ :,])/,
  /TypeError|RangeError|SyntaxError|Cannot read|is not a function|Unexpected token/,
];

function leakIn(request: FuzzedRequest, { status, body }: RawResponse): string | null {
  if (status < 400) return null;
  const own = bytesOf(request).toString('utf8');
  for (const pattern of inside) {
    const found = pattern.exec(body.replaceAll('\\"', '"'))?.[0];
    if (found !== undefined && !own.includes(found)) return found;
  }
  return null;
}
