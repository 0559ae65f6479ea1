import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import type { TracingSettings } from '../process/tracing-settings.ts';

/** Counts the spans that have not reached the collector yet. */
export interface BatchedSpans extends SpanProcessor {
  readonly unsent: number;
}

/**
 * Sends spans in batches and counts lost ones, which the SDK does not report: those that find the queue full, and those
 * that the collector refuses. The log tells when a period of losses begins and when it ends: once the collector takes
 * spans and half of the queue is free again.
 */
export function batchSpans(exporter: SpanExporter, batch: TracingSettings['batch'], witnesses: Witnesses): BatchedSpans {
  const lost = new LostSpans(witnesses);
  let [queued, exporting] = [0, 0];
  const processor = new BatchSpanProcessor({
    ...batch,
    exporter: {
      export(spans, done) {
        queued -= spans.length;
        exporting += spans.length;
        exporter.export(spans, (result) => {
          exporting -= spans.length;
          if (result.code !== 0 || result.error !== undefined) lost.add('export_failed', spans.length, result.error?.message);
          else if (queued <= batch.maxQueueSize / 2) lost.end();
          done(result);
        });
      },
      forceFlush: async () => exporter.forceFlush?.(),
      shutdown: () => exporter.shutdown(),
    },
  });
  return {
    get unsent() {
      return queued + exporting;
    },
    onStart() {},
    onEnd(span) {
      // Here the SDK would drop the span silently.
      if (queued >= batch.maxQueueSize) return lost.add('queue_full', 1);
      queued += 1;
      processor.onEnd(span);
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}

export interface Witnesses {
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'spansLost'>;
}

/** Counts lost spans and logs when a period of losses begins and when it ends. */
class LostSpans {
  readonly #witnesses: Witnesses;
  #inPeriod = 0;

  constructor(witnesses: Witnesses) {
    this.#witnesses = witnesses;
  }

  add(reason: keyof typeof losses, spans: number, error?: string): void {
    if (this.#inPeriod === 0) this.#witnesses.log.warn({ error }, losses[reason]);
    this.#inPeriod += spans;
    this.#witnesses.metrics.spansLost.inc({ reason }, spans);
  }

  end(): void {
    if (this.#inPeriod === 0) return;
    this.#witnesses.log.info({ lost: this.#inPeriod }, 'traces are exported again');
    this.#inPeriod = 0;
  }
}

const losses = {
  export_failed: 'traces cannot be exported and are lost until they can be',
  queue_full: 'spans come faster than they are exported, and those that find the queue full are lost',
} as const;
