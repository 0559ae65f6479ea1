/**
 * A position in a sampled trace: 16 bytes of trace id and 8 of span id. A call and an event keep it for the process
 * that continues their work minutes later.
 */
export type TraceContext = Buffer;

export const traceContextOf = (ids: { readonly traceId: string; readonly spanId: string }): TraceContext =>
  Buffer.from(ids.traceId + ids.spanId, 'hex');

export const traceIdOf = (context: TraceContext): string => context.toString('hex', 0, traceIdBytes);

export const spanIdOf = (context: TraceContext): string => context.toString('hex', traceIdBytes);

/** Returns the header with which another program continues the trace (W3C Trace Context). */
export const traceparentOf = (context: TraceContext): string => `00-${traceIdOf(context)}-${spanIdOf(context)}-01`;

/** Parses a caller's header, or returns null if it cannot be read. A later version may append fields. */
export function readTraceparent(header: string): { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean } | null {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const isZero = (id: string): boolean => /^0+$/.test(id);

const traceIdBytes = 16;
