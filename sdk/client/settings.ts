import type { RateLimits } from './rate-limits.ts';

/** The settings that all requests of one client share. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly maxTries: number;
  readonly maxWaitMs: number;
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly rateLimits: RateLimits;
}

export interface Clock {
  now(): number;
  /** Rejects with the signal's reason once it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** An operation as the document describes it. */
export interface OperationRow {
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: readonly string[];
  readonly takesBody: boolean;
  readonly givesBody: boolean;
  readonly budget: keyof RateLimits;
  readonly idempotencyField: 'idempotencyKey' | null;
  readonly retry: { readonly safe: 'always' | 'with-idempotency-key'; readonly codes: readonly string[] };
}

/** Is the longest time in milliseconds that a timer can hold. A longer one would end at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Is aborted after so many milliseconds. `AbortSignal.timeout` takes whole ones. */
export const limitOf = (ms: number): AbortSignal => AbortSignal.timeout(Math.ceil(Math.min(Math.max(0, ms), longestTimerMs)));

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(ms, longestTimerMs),
      );
      signal?.addEventListener('abort', stop, { once: true });
    }),
};
