import assert from 'node:assert/strict';
import { simulatorContract } from '../../simulator/control-operations.ts';
import type { Simulator } from '../../simulator/simulator.ts';

/** Asks the control API, holds the answer against the simulator's own document, and returns its body. */
export async function control(
  { url }: Pick<Simulator, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  expected: number | { readonly status?: number; readonly session?: string } = {},
): Promise<unknown> {
  const { status, session } = typeof expected === 'number' ? { status: expected, session: undefined } : expected;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'application/yaml' : 'application/json' }),
      ...(session === undefined ? {} : { 'x-sim-session': session }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const answer: unknown = text === '' ? null : isJson ? JSON.parse(text) : text;
  const route = simulatorContract().route(method, path.split('?')[0] ?? path);
  if (route.kind === 'operation' && (isJson || text === ''))
    assert.deepEqual(simulatorContract().responseProblems(route.operation.id, response.status, answer), [], `${method} ${path}: ${text}`);
  if (status === undefined) assert.ok(response.ok, `${method} ${path} answered ${response.status}: ${text}`);
  else assert.equal(response.status, status, `${method} ${path}: ${text}`);
  return answer;
}
