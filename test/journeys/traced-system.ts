import assert from 'node:assert/strict';
import { readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { openTracing } from '../../src/tracing/open-telemetry.ts';
import type { Tracing } from '../../src/tracing/tracing.ts';
import { type CollectedSpan, type OtlpCollector, otlpCollector } from '../support/otlp-collector.ts';
import { type Ringpost, ringpost } from '../support/ringpost.ts';

/** The whole product with a collector beside it. */
export interface System extends Ringpost {
  readonly collector: OtlpCollector;
  readonly tracing: Tracing;
  readonly lines: readonly string[];
}

export async function tracedSystem(t: { after(clean: () => Promise<void>): void }, env: Record<string, string> = {}): Promise<System> {
  const collector = await otlpCollector(t);
  const settings = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env }).tracing;
  assert.ok(settings);
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const tracing = openTracing(settings, { log, metrics: createMetrics() });
  return { ...(await ringpost(t, {}, { tracing, log })), collector, tracing, lines };
}

/** Every span that was made, once the last of them has come. */
export async function allSpans({ collector, tracing }: System): Promise<readonly CollectedSpan[]> {
  await tracing.close(5_000);
  return collector.spans;
}

/** That of whoever asks us. */
export const callersTrace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
export const traceparent = `00-${callersTrace.traceId}-${callersTrace.spanId}-01`;

export type Tree = Readonly<Record<string, readonly Tree[]>>;

/** A span and what is under it, children in the order in which they began. */
export function treeOf(spans: readonly CollectedSpan[], { kind, name, spanId }: CollectedSpan): Tree {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === spanId).toSorted((a, b) => a.beganAt - b.beganAt);
  return { [`${kind} ${name}`]: children.map((child) => treeOf(spans, child)) };
}
