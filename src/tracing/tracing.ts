import type { TraceContext } from '../process/trace-context.ts';

/**
 * Tracing makes one trace from the cause of a call or text, over the provider, to each webhook attempt. The context
 * holds it if traces were configured, otherwise null, and no spans are made. Spans begin and end explicitly, each under
 * the context that its call or event has kept; nothing depends on asynchronous context.
 *
 * No span contains a phone number, a body, a secret, or an address's path and query, which may hold one.
 */
export interface Tracing {
  /** Begins a request's span, in its caller's trace if the header names one. Returns null if the sampler does not want it. */
  beginTrace(span: NewSpan, traceparent: string | undefined): Span | null;
  /** Begins a span in a sampled trace. */
  begin(span: NewSpan, parent: TraceContext): Span | null;
  /** Sends the remaining spans, for at most this long. */
  close(graceMs: number): Promise<void>;
}

export interface NewSpan {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'internal';
  readonly attributes: Attributes;
  /** Is the cause in another trace. */
  readonly link?: TraceContext | null;
  /** Puts the beginning this far back. Spans have the machine's time, whatever the service's clock says. */
  readonly beganMsAgo?: number;
}

export interface Span {
  readonly context: TraceContext;
  rename(name: string): void;
  /** Ends the span; one with an `error.type` has failed. */
  end(attributes?: Attributes): void;
}

/** Attributes have the names of OpenTelemetry's semantic conventions. Others begin with `ringpost.`. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
