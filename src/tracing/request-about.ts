import type { Span } from './tracing.ts';

/** What a request turns out to be about: operations say so, and the request's line in the log shows it. */
export interface RequestAbout {
  readonly requestId: string;
  /** In `performance.now()`. */
  readonly startedAt?: number;
  /** Of a request that is traced. */
  span?: Span;
  callId?: string;
  textId?: string;
  deliveryId?: string;
}
