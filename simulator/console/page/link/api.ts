import type { components } from '../../../../src/contract/generated/simulator.ts';
import { jsonOf } from '../../../../src/contract/json.ts';

/** Sends the page's requests to its simulator. */
export type Schemas = components['schemas'];

/** Thrown when a request was refused; the message can be shown as it is. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const get = <T>(path: string): Promise<T> => ask('GET', path);
export const post = <T>(path: string, body?: unknown): Promise<T> => ask('POST', path, body);
export const put = <T>(path: string, body: unknown): Promise<T> => ask('PUT', path, body);

export const remove = (path: string): Promise<unknown> => ask('DELETE', path);

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { 'x-ringpost-page': '1', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refused(0, 'unreachable', 'The simulator does not answer. Is it still running?');
  });
  const text = await response.text();
  const answer = jsonOf(text) ?? null;
  if (response.ok) return answer as T; // The simulator's document defines the type.
  const error = (answer as { error?: { code?: string; message?: string } } | null)?.error;
  throw new Refused(response.status, error?.code ?? String(response.status), error?.message ?? `It answered ${response.status}.`);
}

/** Returns a sentence for any error, in the same words for the whole page. */
export const sentenceOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error instanceof Refused && error.status >= 400 ? `${error.message} (${error.status} ${error.code})` : error.message;
};
