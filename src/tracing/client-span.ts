import type { TraceContext } from '../process/trace-context.ts';
import type { Span, Tracing } from './tracing.ts';

/**
 * Begins the span of an outgoing request; each time that it is sent gets one. Of the address only the host is recorded,
 * since the rest may grant access.
 */
export function beginClientSpan(tracing: Tracing, trace: TraceContext, { method, url, template, resends = 0 }: SentRequest): Span | null {
  return tracing.begin(
    {
      name: template === undefined ? method : `${method} ${template}`,
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'http.request.resend_count': resends === 0 ? undefined : resends,
        'url.template': template,
        ...serverOf(url),
      },
    },
    trace,
  );
}

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** Is the path without ids, if the other side's paths are known. */
  readonly template?: string | undefined;
  /** Is the number of earlier sends of this request; a redirect counts. */
  readonly resends?: number;
}

export function serverOf(url: string) {
  const { hostname, port, protocol } = new URL(url);
  return { 'server.address': hostname, 'server.port': Number(port || (protocol === 'https:' ? 443 : 80)) };
}

export const answeredWith = (status: number) => ({
  'http.response.status_code': status,
  'error.type': status >= 400 ? String(status) : undefined,
});
