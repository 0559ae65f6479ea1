import type { TestContext } from 'node:test';

/** The time that a request has. It is over when the test says so, and not on a busy machine before the other side was reached. */
export interface TimeLimit {
  /** Are the limits that were asked for, in milliseconds. */
  readonly askedMs: readonly number[];
  end(): void;
}

/** Takes the place of `AbortSignal.timeout` until the test ends. */
export function timeLimit(t: TestContext): TimeLimit {
  const limit = new AbortController();
  const askedMs: number[] = [];
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    askedMs.push(ms);
    return limit.signal;
  });
  return { askedMs, end: () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')) };
}
