import type { components, operations } from '../../src/contract/generated/operator.ts';
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
export const signIn = (token: string): Promise<unknown> => ask('POST', '/session', { authorization: `Bearer ${token}` });

/** Signs this browser out. A session that is over already need not be ended. */
export const signOut = (): Promise<unknown> =>
  change<'endSession'>('DELETE', '/session').catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'invalid_operator_token') throw error;
  });

async function ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}, content?: object): Promise<unknown> {
  const response = await fetch(`/api/v1/operator${path}`, {
    method,
    headers: { 'x-ringpost-page': '1', ...(content && { 'content-type': 'application/json' }), ...headers },
    ...(content && { body: JSON.stringify(content) }),
  }).catch(() => {
    throw new Refusal('unreachable', 'Nothing answers at this address. Is the service still running?');
  });
  const text = await response.text();
  const body: unknown = text === '' ? null : parsed(text);
  if (response.ok) return body;
  const { error } = (body ?? {}) as { error?: { code: string; message: string } };
  throw new Refusal(error?.code ?? 'unknown', error?.message ?? `The answer was ${response.status}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : '';
}
