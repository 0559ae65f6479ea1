import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { readTraceparent, spanIdOf, type TraceContext, traceContextOf, traceIdOf } from '../process/trace-context.ts';
import type { TracingSettings } from '../process/tracing-settings.ts';
import { batchSpans, type Witnesses } from './batched-spans.ts';
import type { Attributes, NewSpan, Span, Tracing } from './tracing.ts';

/**
 * Sends traces to a collector, by OpenTelemetry's own SDK. This file is loaded only if traces are wanted: the packages
 * are optional (`process/optional-packages.ts`) and load in a fifth of a second. The exporter reads its headers, timeout, compression and certificates from the
 * environment itself.
 */
export function openTracing(settings: TracingSettings, witnesses: Witnesses): Tracing {
  const { tracesUrl, resource, batch } = settings;
  const spans = batchSpans(new OTLPTraceExporter({ url: tracesUrl }), batch, witnesses);
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: defaultResource().merge(resourceFromAttributes(resource)),
    spanProcessors: [spans],
  });
  const tracer = provider.getTracer('ringpost');
  return {
    beginTrace(span, traceparent) {
      const caller = traceparent === undefined ? null : readTraceparent(traceparent);
      return begin(tracer, span, caller && { ...caller, traceFlags: caller.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE });
    },
    begin: (span, parent) => begin(tracer, span, spanContextOf(parent)),
    async close(graceMs) {
      const patience = new AbortController();
      const late = pause(graceMs, 'late' as const, { signal: patience.signal }).catch(() => 'sent' as const);
      // Spans that could not be sent have been reported by then.
      const sent = provider.shutdown().catch(() => {});
      if ((await Promise.race([sent, late])) === 'late')
        witnesses.log.warn({ graceMs, spans: spans.unsent }, 'the last traces could not be exported in time');
      patience.abort();
    },
  };
}

/** Sends an empty list of spans to a collector. Resolves to null if it accepts them, otherwise to the error. */
export function exportNothing(tracesUrl: string, timeoutMillis: number): Promise<string | null> {
  const exporter = new OTLPTraceExporter({ url: tracesUrl, timeoutMillis });
  return new Promise((resolve) => {
    exporter.export([], ({ code, error }) => {
      void exporter.shutdown();
      resolve(code === 0 ? null : (error?.message ?? 'no reason given'));
    });
  });
}

function samplerOf({ sampler, samplerRatio }: TracingSettings): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(samplerRatio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplerRatio) });
  }
}

const spanContextOf = (context: TraceContext): SpanContext => ({
  traceId: traceIdOf(context),
  spanId: spanIdOf(context),
  traceFlags: TraceFlags.SAMPLED,
});

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER, internal: SpanKind.INTERNAL } as const;

function begin(tracer: Tracer, { name, kind, attributes, link, beganMsAgo }: NewSpan, parent: SpanContext | null): Span | null {
  const options = {
    kind: kinds[kind],
    attributes,
    ...(link && { links: [{ context: spanContextOf(link) }] }),
    ...(beganMsAgo !== undefined && { startTime: Date.now() - beganMsAgo }),
  };
  const span = tracer.startSpan(name, options, parent === null ? ROOT_CONTEXT : new Under(parent));
  return span.isRecording() ? new BegunSpan(span) : null;
}

/**
 * A context that holds only a span's parent. The API's own context makes a span of the parent and copies a map, which
 * costs as much as beginning a span. The SDK asks a context for the parent, and for suppression of tracing, which
 * applies if the answer is `true`.
 */
class Under implements Context {
  readonly #parent: SpanContext;

  constructor(parent: SpanContext) {
    this.#parent = { ...parent, isRemote: true };
  }

  spanContext(): SpanContext {
    return this.#parent;
  }

  getValue(): unknown {
    return this;
  }

  setValue(): Context {
    return this;
  }

  deleteValue(): Context {
    return this;
  }
}

class BegunSpan implements Span {
  readonly #span: OpenTelemetrySpan;
  #context: TraceContext | null = null;

  constructor(span: OpenTelemetrySpan) {
    this.#span = span;
  }

  /** The context is made on demand, since most spans never need it. */
  get context(): TraceContext {
    this.#context ??= traceContextOf(this.#span.spanContext());
    return this.#context;
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  end(attributes: Attributes = {}): void {
    this.#span.setAttributes(attributes);
    if (attributes['error.type'] !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}
