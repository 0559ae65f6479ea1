import assert from 'node:assert/strict';
import type { Ringpost } from '../support/ringpost.ts';

/** What a field is said to be: a judge, a pattern, or the very value. */
export type Expected = unknown;

export function matchesCase(value: unknown, expected: Expected, what: string): void {
  if (typeof expected === 'function') assert.ok(expected(value), `${what}: ${JSON.stringify(value)}`);
  else if (expected instanceof RegExp) assert.match(String(value), expected, what);
  else assert.deepEqual(value, expected, what);
}

export const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0;
export const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
/** ISO 8601 in UTC, to the millisecond. */
export const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) && new Date(value).toISOString() === value;
export const isNullOr =
  (judge: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || judge(value);

export interface ReceivedWebhook {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
  readonly body: { readonly event: string; readonly timestamp: string; readonly data: Record<string, unknown> };
  /** The simulator's: signature, age, contract and bytes. */
  readonly valid: boolean;
}

/** What a receiver of the simulator got, oldest first. */
export const received = ({ simulator }: Ringpost, receiver: string): readonly ReceivedWebhook[] =>
  (simulator.receivers.find(receiver)?.deliveries ?? []).map(({ method, headers, body, verdict }) => ({
    method,
    headers,
    raw: body.toString('utf8'),
    body: JSON.parse(body.toString('utf8')),
    valid: verdict.valid,
  }));
