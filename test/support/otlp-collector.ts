import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenFor } from './api.ts';

/** A collector for tests of tracing. It takes OTLP over HTTP in JSON and keeps the spans. */
export interface OtlpCollector {
  /** Is a value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Holds the exporting program's own description. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** Holds everything that was received, unparsed. */
  readonly raw: string;
  /** Sets the status of later answers; with null it takes requests and never answers. */
  answer(status: number | null): void;
}

export interface CollectedSpan {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** Lists the spans of other traces that caused it. */
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly hasFailed: boolean;
  /** Is in milliseconds since 1970. */
  readonly beganAt: number;
  readonly endedAt: number;
}

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;

export async function otlpCollector(t: { after(clean: () => Promise<void>): void }): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  let resource: Record<string, unknown> = {};
  let raw = '';
  let status: number | null = 200;
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    // An exporter that closed the connection early has sent nothing.
    if (body === null) return;
    raw += body;
    if (status === null) return;
    if (request.url === '/v1/traces' && status === 200 && body !== '') {
      const parsed: Export = JSON.parse(body);
      for (const { resource: of, scopeSpans } of parsed.resourceSpans ?? []) {
        resource = valuesOf(of.attributes);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map(collected)));
      }
    }
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  const { origin } = await listenFor(t, server);
  return {
    url: origin,
    spans,
    get resource() {
      return resource;
    },
    get raw() {
      return raw;
    },
    answer(next) {
      status = next;
    },
  };
}

/** The fields of OTLP's JSON that are read here. */
interface Export {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface WireSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

const collected = (span: WireSpan): CollectedSpan => ({
  name: span.name,
  kind: kinds[span.kind] ?? 'unspecified',
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId || undefined,
  links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
  attributes: valuesOf(span.attributes),
  hasFailed: span.status.code === 2,
  beganAt: Number(span.startTimeUnixNano) / 1e6,
  endedAt: Number(span.endTimeUnixNano) / 1e6,
});

/** Turns `{ stringValue: 'x' }` into `x`. */
const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
