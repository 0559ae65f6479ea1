import type { TraceContext } from '../../tracing/trace-context.ts';
import type { Span, Tracing } from '../../tracing/tracing.ts';

/** A request to the provider. Of the address its host and the form of its path alone: a control URL is a permission. */
export function beginProviderSpan(tracing: Tracing, trace: TraceContext, method: string, url: string, baseUrl: string): Span | null {
  const { hostname, port, protocol } = new URL(url);
  const template = url.startsWith(`${baseUrl}/call`) ? (/\/call\/[^?]/.test(url) ? '/call/{id}' : '/call') : undefined;
  return tracing.begin(
    {
      name: template === undefined ? method : `${method} ${template}`,
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'url.template': template,
        'server.address': hostname,
        'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
      },
    },
    trace,
  );
}

export const answeredWith = (status: number) => ({
  'http.response.status_code': status,
  'error.type': status >= 400 ? String(status) : undefined,
});
