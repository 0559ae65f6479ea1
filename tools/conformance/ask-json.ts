import { setTimeout as delay } from 'node:timers/promises';
import { longestWaitSeconds, turnsAgainstLoad } from './api.ts';
import { reasonOf } from './reachable.ts';

/** Asks a JSON API that is not under test, for a check or for `ringpost start`. Any status but 2xx throws and stops either. */
export type AskJson = <Reply = unknown>(method: string, path: string, body?: unknown) => Promise<Reply>;

export const askJson =
  (baseUrl: string, token: string | null): AskJson =>
  async (method, path, body) => {
    const response = await fetchPatiently(baseUrl + path, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A followed redirect would carry the token to another host.
      redirect: 'manual',
    }).catch((error: unknown) => {
      throw new Error(`${method} ${baseUrl}${path} was not answered (${reasonOf(error)}).`, {
        cause: error instanceof Error ? (error.cause ?? error) : error,
      });
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${baseUrl}${path} answered ${response.status}: ${text.slice(0, 300)}`);
    return text === '' ? undefined : JSON.parse(text);
  };

/** As `fetch`, but for a 503 that says when to ask again: the deployment is too busy now. */
export async function fetchPatiently(url: URL | string, init?: RequestInit): Promise<Response> {
  for (let turn = 1; ; turn++) {
    const response = await fetch(url, init);
    const seconds = response.status === 503 ? Number(response.headers.get('retry-after')) : 0;
    if (!(seconds > 0 && seconds <= longestWaitSeconds) || turn === turnsAgainstLoad) return response;
    await response.body?.cancel();
    await delay(seconds * 1_000);
  }
}
