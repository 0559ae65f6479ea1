import type { components, operations } from '../../src/contract/generated/operator.ts';
import { jsonOf } from '../../src/contract/json.ts';
import { Refusal } from '../parts/refusal.ts';

/** The operator API as the page asks it: by the session's cookie, from the page's own origin. */

export type Schemas = components['schemas'];
/** The body of an operation's success. */
export type Answer<Id extends keyof operations> = operations[Id] extends {
  responses:
    | { 200: { content: { 'application/json': infer Body } } }
    | { 201: { content: { 'application/json': infer Body } } }
    | { 202: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;
type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body extends object } };
}
  ? Body
  : never;

export type Query = Readonly<Record<string, string | number | undefined>>;

export const read = <Id extends keyof operations>(path: string, query: Query = {}): Promise<Answer<Id>> =>
  ask('GET', `${path}${searchOf(query)}`).then((body) => body as Answer<Id>);

export const change = <Id extends keyof operations>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: BodyOf<Id>,
): Promise<Answer<Id>> => ask(method, path, {}, body as object | undefined).then((body) => body as Answer<Id>);

/** Signs this browser in. The token is not kept. */
export async function signIn(token: string): Promise<void> {
  // No header carries other characters, so no request would go out.
  if (/[^ -~]/.test(token)) throw new Refusal('invalid_operator_token', 'A token has no such characters.');
  await ask('POST', '/session', { authorization: `Bearer ${token}` });
}

/** Signs this browser out. A session that is over already need not be ended. */
export const signOut = (): Promise<unknown> =>
  change<'endSession'>('DELETE', '/session').catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'invalid_operator_token') throw error;
  });

async function ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}, content?: object): Promise<unknown> {
  const seconds = method === 'GET' ? readSeconds : changeSeconds;
  const exchange = async () => {
    const response = await fetch(`/api/v1/operator${path}`, {
      method,
      headers: { 'x-ringpost-page': '1', ...(content && { 'content-type': 'application/json' }), ...headers },
      ...(content && { body: JSON.stringify(content) }),
      signal: AbortSignal.timeout(seconds * 1_000),
    });
    return { response, text: await response.text() };
  };
  const { response, text } = await exchange().catch((error: unknown) => {
    if (!(error instanceof DOMException))
      throw new Refusal('unreachable', 'Nothing answers at this address. Is the service still running?');
    const mayBeDone = method === 'GET' ? '' : ' It is not known whether it was done.';
    throw new Refusal('unreachable', `The service did not answer within ${seconds} s.${mayBeDone}`);
  });
  const body = jsonOf(text) ?? null;
  if (response.ok) return body;
  const { error } = (body ?? {}) as { error?: { code: string; message: string } };
  if (!error) throw new Refusal('unknown', `The answer was ${response.status}.`);
  throw new Refusal(error.code, error.message, response.headers.get('x-request-id'));
}

/** A page that shows what was goes on to do so without a word until then. */
const readSeconds = 30;
/** Longer than the service takes for its longest answer (`longestRequestSeconds`), as the command line waits. */
const changeSeconds = 75;

function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}
