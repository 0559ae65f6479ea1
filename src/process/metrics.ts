import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { linesLost } from './log-output.ts';

export type Metrics = ReturnType<typeof createMetrics>;

/** Makes the Prometheus metrics. No tenant and no URL ever becomes a label. */
export function createMetrics() {
  const registry = new Registry();
  const counter = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const gauge = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const histogram = <const L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers: [registry] });
  const fine = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600];
  /** The buckets are few, since each exists once for every operation and class of status. The alert needs 2.5. */
  const coarse = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10];
  return {
    registry,
    collectProcess: () => collectDefaultMetrics({ register: registry }),
    role: gauge('ringpost_role', '1 for each role of this process.', ['role']),
    requests: counter('http_requests_total', 'Requests answered.', ['operation', 'status']),
    requestSeconds: histogram(
      'http_request_duration_seconds',
      'From the headers of a request until its answer is handed to the network.',
      coarse,
      ['operation', 'class'],
    ),
    deliveries: counter('webhook_deliveries_total', 'Deliveries finished.', ['event_type', 'result']),
    attempts: counter('webhook_attempts_total', 'Attempts made.', ['class']),
    taken: counter('webhook_deliveries_taken_total', 'Deliveries taken in hand: from publishing, by a claim, by a replay.', ['by']),
    attemptSeconds: histogram('webhook_attempt_duration_seconds', 'From the start of an attempt to its outcome.', fine),
    deliveryLagSeconds: histogram('webhook_delivery_lag_seconds', 'From due to the first byte of the request.', fine),
    connectSeconds: histogram('webhook_connect_duration_seconds', 'DNS, TCP and TLS of a new connection.', fine),
    connections: gauge('webhook_connections', 'Connections open to receivers.'),
    connectionsOpened: counter('webhook_connections_opened_total', 'Connections opened, by their TLS handshake: none, full, resumed.', [
      'tls',
    ]),
    queueReady: gauge('webhook_queue_ready', 'Deliveries due now.'),
    queueScheduled: gauge('webhook_queue_scheduled', 'Deliveries due later.'),
    queueOldestReadySeconds: gauge('webhook_queue_oldest_ready_seconds', 'Age of the oldest due delivery.'),
    queueDeadTuples: gauge('webhook_queue_dead_tuples', 'Dead tuples in the delivery table.'),
    inflight: gauge('webhook_inflight', 'Attempts under way in this process.'),
    leaseExpired: counter('webhook_lease_expired_total', 'Deliveries claimed again because their lease had run out.'),
    poisoned: counter(
      'webhook_poisoned_total',
      'Deliveries that rest after twenty claims without an outcome. Anything but zero is an alarm.',
    ),
    rateDeferred: counter('webhook_rate_deferred_total', 'Deliveries put off by their bucket.', ['bucket']),
    endpointLimited: gauge(
      'webhook_endpoint_limited',
      'Endpoints whose answers have lowered their cap, which holds while attempt slots are short.',
    ),
    endpointSlowed: gauge('webhook_endpoint_slowed', 'Endpoints whose last five attempts failed.'),
    parked: counter('webhook_parked_total', 'Deliveries put off untried.', ['reason']),
    addressBlocked: counter('webhook_ssrf_blocked_total', 'Connections refused by the address guard.', ['reason']),
    flushRows: histogram('webhook_flush_rows', 'Outcomes written in one flush.', [1, 2, 4, 8, 16, 32, 64, 128, 256]),
    defaultPartitionRows: gauge(
      'webhook_default_partition_rows',
      'Rows that found no partition of their own. Anything but zero is an alarm.',
    ),
    databaseReadOnly: gauge('database_read_only', '1 while the database answers and takes no writes, else 0. Asked at each scrape.'),
    overloaded: counter('http_requests_overloaded_total', 'Requests answered overloaded, by what was missing: room, time, database.', [
      'reason',
    ]),
    replicaReads: counter('replica_reads_total', 'Reads that could go to the read replica, by who answered: replica, primary.', ['by']),
    pacingWithoutRedis: gauge('pacing_without_redis', '1 from the loss of Redis until it takes writes again, else 0.'),
    pacingDegraded: counter('pacing_degraded_total', 'Times that Redis was lost and memory took over.'),
    pacingKeyTroubles: counter(
      'pacing_key_troubles_total',
      'Keys of pacing that Redis refused, or that were deleted because they held something else.',
      ['trouble'],
    ),
    callsPlaced: counter('calls_placed_total', 'Placements by result.', ['result']),
    voiceBreakerOpen: gauge('voice_breaker_open', '1 while placements are refused because the voice provider is down, else 0.'),
    callsEnded: counter('calls_ended_total', 'Calls that reached an end.', ['status']),
    textsSent: counter('texts_sent_total', 'Texts handed to the provider, by what it answered.', ['result']),
    spansLost: counter('trace_spans_lost_total', 'Spans that found the queue full, or that the collector did not take.', ['reason']),
    logLinesLost: new Counter({
      name: 'log_lines_lost_total',
      help: 'Lines of the log that could not be written.',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(linesLost());
      },
    }),
    unknownEndedReason: counter('voice_unknown_ended_reason_total', 'Ended reasons of the provider that the table does not know.'),
  };
}
