import { HttpResponse } from 'msw';
import type { Json } from './json.ts';
import type { Timers } from './timers.ts';

/** The answer to what a provider has accepted. It may come late, or never. */
export type Accepted = { readonly kind: 'created'; readonly body: Json; readonly afterMs: number } | { readonly kind: 'silence' };

/** The delay is longer than the five seconds that a careful caller waits. */
export const lateMs = 6_000;

export async function given(answer: Accepted, request: Request, timers: Timers): Promise<Response> {
  if (answer.kind === 'silence') return untilGone(request);
  if (answer.afterMs > 0) await new Promise<void>((resolve) => void timers.hold(answer.afterMs, resolve));
  return HttpResponse.json(answer.body, { status: 201 });
}

/** Answers only when the client has disconnected, so never in effect. */
const untilGone = (request: Request): Promise<Response> =>
  new Promise((resolve) => {
    const gone = (): void => resolve(HttpResponse.error());
    if (request.signal.aborted) gone();
    else request.signal.addEventListener('abort', gone, { once: true });
  });
