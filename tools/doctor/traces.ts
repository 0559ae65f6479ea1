import type { Config } from '../../src/process/config.ts';
import { requirePackages } from '../../src/process/optional-packages.ts';
import { good, type Seen, warning } from './finding.ts';

/** Sends an empty list of spans to the collector, with the headers and certificates that the service uses. */
export async function traces({ tracing }: Config): Promise<readonly Seen[]> {
  if (tracing === null) return [good('nobody asked for any')];
  requirePackages('traces');
  const { exportNothing } = await import('../../src/tracing/open-telemetry.ts');
  const trouble = await exportNothing(tracing.tracesUrl, 3_000);
  if (trouble === null) return [good(`${tracing.tracesUrl} takes them`)];
  return [
    warning(
      `${tracing.tracesUrl} takes no traces: ${trouble}`,
      'See that a collector takes OTLP over HTTP there (the standard port is 4318), and set OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS for it. Calls and webhooks do not need it.',
    ),
  ];
}
