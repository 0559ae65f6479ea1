import { HttpResponse } from 'msw';
import type { Timers } from './timers.ts';

/** Lets an answer wait for this long. */
export const held = (ms: number, timers: Timers): Promise<void> =>
  ms === 0 ? Promise.resolve() : new Promise((resolve) => void timers.hold(ms, resolve));

/** Answers only when the client has disconnected, so never in effect. */
export const untilGone = (request: Request): Promise<Response> =>
  new Promise((resolve) => {
    const gone = (): void => resolve(HttpResponse.error());
    if (request.signal.aborted) gone();
    else request.signal.addEventListener('abort', gone, { once: true });
  });
