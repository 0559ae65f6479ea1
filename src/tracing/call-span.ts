import type { TraceContext } from '../process/trace-context.ts';
import type { Attributes, Span, Tracing } from './tracing.ts';

export const beginCallSpan = (
  tracing: Tracing | null,
  { id, trace }: { readonly id: string; readonly trace?: TraceContext | null },
  name: string,
  attributes: Attributes = {},
): Span | null =>
  tracing && trace ? tracing.begin({ name, kind: 'internal', attributes: { 'ringpost.call.id': id, ...attributes } }, trace) : null;
