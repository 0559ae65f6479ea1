/**
 * Where in which trace something belongs: 16 bytes of trace id and 8 of span id, of a trace that is sampled. A call and an
 * event keep it, for whoever goes on with them minutes later in another process.
 */
export type TraceContext = Buffer;

export const traceContextOf = (ids: { readonly traceId: string; readonly spanId: string }): TraceContext =>
  Buffer.from(ids.traceId + ids.spanId, 'hex');

/** As logs and tracing tools write it. */
export const traceIdOf = (context: TraceContext): string => context.toString('hex', 0, traceIdBytes);

export const spanIdOf = (context: TraceContext): string => context.toString('hex', traceIdBytes);

/** The header by which another program goes on with the trace (W3C Trace Context). */
export const traceparentOf = (context: TraceContext): string => `00-${traceIdOf(context)}-${spanIdOf(context)}-01`;

/** What a caller's header says; null where it says nothing that can be read. A later version may have more behind. */
export function readTraceparent(header: string): { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean } | null {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const isZero = (id: string): boolean => /^0+$/.test(id);

const traceIdBytes = 16;
