import type { TraceContext } from '../process/trace-context.ts';
import type { Attributes, Span, Tracing } from './tracing.ts';

/** A step of ours in the work on a call, told where the call is traced. */
export const beginCallSpan = (
  tracing: Tracing | null,
  { id, trace }: { readonly id: string; readonly trace?: TraceContext | null },
  name: string,
  attributes: Attributes = {},
): Span | null =>
  tracing && trace ? tracing.begin({ name, kind: 'internal', attributes: { 'ringpost.call.id': id, ...attributes } }, trace) : null;
