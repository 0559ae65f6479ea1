import type { Span } from './tracing.ts';

/** Holds the ids that an operation has found for a request; the request's log line shows them. */
export interface RequestAbout {
  readonly requestId: string;
  /** Is in terms of `performance.now()`. */
  readonly startedAt?: number;
  /** Is set for a traced request. */
  span?: Span;
  tenantId?: string;
  callId?: string;
  textId?: string;
  deliveryId?: string;
}
