import { ConfigError, type Environment, list, oneOf, ratio, readUrl, wholeNumber } from './environment.ts';

/**
 * Reads the tracing settings. Tracing is on if a collector is named, or traces are asked for by name: the standard's
 * default would send them to localhost unasked.
 */
export function readTracing(env: Environment): TracingSettings | null {
  const exporter = oneOf(env, 'OTEL_TRACES_EXPORTER', ['', 'otlp', 'none'] as const, '');
  const isDisabled = oneOf(env, 'OTEL_SDK_DISABLED', ['true', 'false'] as const, 'false') === 'true';
  const isNamed = Boolean(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']);
  if (isDisabled || exporter === 'none' || (exporter === '' && !isNamed)) return null;
  oneOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', ['http/json', 'http/protobuf'] as const, 'http/json');
  const maxQueueSize = wholeNumber(env, 'OTEL_BSP_MAX_QUEUE_SIZE', 2_048, 1, 1_000_000);
  return {
    tracesUrl: env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
      ? readUrl(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '')
      : `${readUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318')}/v1/traces`,
    sampler: oneOf(env, 'OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on'),
    samplerRatio: ratio(env, 'OTEL_TRACES_SAMPLER_ARG', 1),
    resource: { 'service.name': env['OTEL_SERVICE_NAME'] || 'ringpost', ...resourceAttributes(env) },
    batch: {
      scheduledDelayMillis: wholeNumber(env, 'OTEL_BSP_SCHEDULE_DELAY', 5_000, 1, 600_000),
      exportTimeoutMillis: wholeNumber(env, 'OTEL_BSP_EXPORT_TIMEOUT', 30_000, 1, 600_000),
      maxQueueSize,
      maxExportBatchSize: wholeNumber(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', Math.min(512, maxQueueSize), 1, maxQueueSize),
    },
  };
}

/** The settings come from OpenTelemetry's own variables. */
export interface TracingSettings {
  /** Is the collector's address for traces as OTLP over HTTP. */
  readonly tracesUrl: string;
  readonly sampler: (typeof samplers)[number];
  /** Is the share of traces that a sampler by ratio takes. */
  readonly samplerRatio: number;
  /** Describes the service in every span. */
  readonly resource: Readonly<Record<string, string>>;
  readonly batch: {
    readonly scheduledDelayMillis: number;
    readonly exportTimeoutMillis: number;
    readonly maxQueueSize: number;
    readonly maxExportBatchSize: number;
  };
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Parses `deployment.environment.name=staging,service.namespace=calls`; names and values may be percent-encoded. */
function resourceAttributes(env: Environment): Readonly<Record<string, string>> {
  const pairs = list(env, 'OTEL_RESOURCE_ATTRIBUTES').map((pair) => pair.split('='));
  if (!pairs.every((pair) => pair.length === 2 && pair.every((part) => part.trim() !== '' && isPercentEncoded(part))))
    throw new ConfigError(
      'OTEL_RESOURCE_ATTRIBUTES takes a list of names and values such as deployment.environment.name=staging,team=calls.',
    );
  const attributes = Object.fromEntries(pairs.map((pair) => pair.map((part) => decodeURIComponent(part.trim()))));
  // The variable for the service's name alone has priority.
  if (env['OTEL_SERVICE_NAME']) delete attributes['service.name'];
  return attributes;
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
