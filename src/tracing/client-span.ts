import type { TraceContext } from '../process/trace-context.ts';
import type { Span, Tracing } from './tracing.ts';

/** A request of ours, one span for each time that it is sent. Of the address its host alone: what follows may be a permission. */
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
  /** The form of the path, ids left out, where the other side is known to have it. */
  readonly template?: string | undefined;
  /** How often it was sent before this time; a redirect counts. */
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
