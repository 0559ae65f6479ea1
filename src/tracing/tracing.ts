import type { TraceContext } from '../process/trace-context.ts';

/**
 * One trace from what begins a call or a text over the provider to each attempt. It stands in the context where somebody asked for traces;
 * elsewhere there is null, and whoever would make a span makes nothing. Spans are begun and ended by hand, each under the
 * context that its call or its event has kept: nothing follows the flow of the program.
 *
 * No span tells a phone number, a body, a secret, or an address's path and query, which may hold one.
 */
export interface Tracing {
  /** A request's span: in its caller's trace where the header names one. Null: the sampler does not want it. */
  beginTrace(span: NewSpan, traceparent: string | undefined): Span | null;
  /** A step of a trace that is sampled. */
  begin(span: NewSpan, parent: TraceContext): Span | null;
  /** Sends what is left, for at most so long. */
  close(graceMs: number): Promise<void>;
}

export interface NewSpan {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'internal';
  readonly attributes: Attributes;
  /** What it came of in another trace. */
  readonly link?: TraceContext | null;
  /** It began so long ago. Spans have the machine's time, whatever the service's clock says. */
  readonly beganMsAgo?: number;
}

export interface Span {
  readonly context: TraceContext;
  rename(name: string): void;
  /** One with an `error.type` has failed. */
  end(attributes?: Attributes): void;
}

/** Named as OpenTelemetry's semantic conventions name them; what they have no name for begins with `ringpost.`. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
