import type { TraceContext } from '../process/trace-context.ts';
import type { RequestAbout } from './request-about.ts';
import type { NewSpan, Tracing } from './tracing.ts';

/** Begins the span of an incoming request. Its name and ids are known when it ends. */
export function beginRequestSpan(tracing: Tracing, about: RequestAbout, method: string, traceparent: unknown): void {
  const span = tracing.beginTrace(
    { name: method, kind: 'server', attributes: attributesOf(about, method) },
    typeof traceparent === 'string' ? traceparent : undefined,
  );
  if (span) about.span = span;
}

/**
 * Moves a provider's callback into the trace of its call or text, which is known only once that was found. The span's
 * beginning is that of the request.
 */
export function joinTrace({ tracing }: { readonly tracing: Tracing | null }, about: RequestAbout, trace: TraceContext | null): void {
  if (!tracing || trace === null || about.span || about.startedAt === undefined) return;
  const span = tracing.begin(callbackSpan(about, about.startedAt), trace);
  if (span) about.span = span;
}

/**
 * Begins a trace for a callback with something new, once its signature was verified. The trace is never one that the
 * callback's header names. The text that it answers may be weeks old, so that trace is linked.
 */
export function beginCallbackTrace(
  { tracing }: { readonly tracing: Tracing | null },
  about: RequestAbout,
  link: TraceContext | null,
): void {
  if (!tracing || about.span || about.startedAt === undefined) return;
  const span = tracing.beginTrace({ ...callbackSpan(about, about.startedAt), link }, undefined);
  if (span) about.span = span;
}

const callbackSpan = (about: RequestAbout, startedAt: number): NewSpan => ({
  name: 'POST',
  kind: 'server',
  attributes: attributesOf(about, 'POST'),
  beganMsAgo: performance.now() - startedAt,
});

const attributesOf = ({ requestId }: RequestAbout, method: string) => ({
  'http.request.method': method,
  // TLS ends at the proxy before this service.
  'url.scheme': 'http',
  'ringpost.request.id': requestId,
});

export function endRequestSpan(about: RequestAbout, method: string, route: string | undefined, status: number): void {
  const { span } = about;
  if (!span) return;
  if (route !== undefined) span.rename(`${method} ${route}`);
  span.end({
    'http.route': route,
    'http.response.status_code': status,
    'error.type': status >= 500 ? String(status) : undefined,
    'ringpost.call.id': about.callId,
    'ringpost.text.id': about.textId,
    'ringpost.delivery.id': about.deliveryId,
  });
}
