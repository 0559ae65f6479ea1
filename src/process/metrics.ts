import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { linesLost } from './log-output.ts';
import { NamedCounter } from './named-counter.ts';

/** Begins series at zero. Prometheus sees no increase in a series that begins above zero. */
function fromZero<L extends string>(counter: Counter<L>, series: readonly Readonly<Record<L, string>>[]): Counter<L> {
  for (const labels of series) counter.inc({ ...labels }, 0);
  return counter;
}

/** Returns the series of a counter by the values of its labels, each bound once: prom-client hashes the labels of any other increment. */
function bySeries(counter: Counter): (...values: string[]) => Pick<Counter.Internal, 'inc'> {
  const series = new Map<string, Counter.Internal>();
  return (...values) => {
    const key = values.join(' ');
    const known = series.get(key) ?? counter.labels(...values);
    series.set(key, known);
    return known;
  };
}

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
  const deliveries = counter('webhook_deliveries_total', 'Deliveries finished.', ['event_type', 'result']);
  const attempts = counter('webhook_attempts_total', 'Attempts made.', ['class']);
  return {
    registry,
    collectProcess: () => collectDefaultMetrics({ register: registry }),
    buildInfo: gauge('ringpost_build_info', '1, with the version of Ringpost and of Node.js.', ['version', 'node']),
    choreTurns: counter('chore_turns_total', 'Turns of the background work, by result: done, failed.', ['chore', 'result']),
    choreLastSuccess: gauge('chore_last_success_timestamp_seconds', 'When a turn last succeeded; before that, when the process began.', [
      'chore',
    ]),
    choreIdleSeconds: gauge('chore_idle_seconds', 'The pause of this background work after a turn that found nothing.', ['chore']),
    role: gauge('ringpost_role', '1 for each role of this process.', ['role']),
    requests: counter('http_requests_total', 'Requests answered.', ['operation', 'status']),
    requestSeconds: histogram(
      'http_request_duration_seconds',
      'From the headers of a request until its answer is handed to the network.',
      coarse,
      ['operation', 'class'],
    ),
    deliveries,
    deliveriesOf: bySeries(deliveries),
    attempts,
    attemptsOfClass: bySeries(attempts),
    taken: counter('webhook_deliveries_taken_total', 'Deliveries taken in hand: from publishing, by a claim, by a replay.', ['by']),
    attemptSeconds: histogram('webhook_attempt_duration_seconds', 'From the start of an attempt to its outcome.', fine),
    deliveryLagSeconds: histogram(
      'webhook_delivery_lag_seconds',
      'From due to the first byte of the request. The objective is 30 seconds.',
      [...fine.filter((limit) => limit < 30), 30, 60, 600],
    ),
    connectSeconds: histogram('webhook_connect_duration_seconds', 'DNS, TCP and TLS of a new connection.', fine),
    connections: gauge('webhook_connections', 'Connections open to receivers.'),
    connectionsOpened: counter('webhook_connections_opened_total', 'Connections opened, by their TLS handshake: none, full, resumed.', [
      'tls',
    ]),
    queueReady: gauge('webhook_queue_ready', 'Deliveries due now.'),
    queueScheduled: gauge('webhook_queue_scheduled', 'Deliveries due later.'),
    queueOldestReadySeconds: gauge('webhook_queue_oldest_ready_seconds', 'Age of the oldest due delivery.'),
    queueOldestStartableSeconds: gauge(
      'webhook_queue_oldest_startable_seconds',
      'The same of those whose endpoint may have another attempt now: they wait for this service and not for a slow receiver.',
    ),
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
    poolWaitSeconds: histogram(
      'database_pool_wait_seconds',
      'How long a connection was waited for, where none was free at once.',
      [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10],
      ['pool'],
    ),
    databaseConnectFailures: counter('database_connect_failures_total', 'Connections to the database that could not be opened.'),
    databaseAway: gauge(
      'database_away',
      '1 from a connection that could not be opened, or a scrape at which the database did not answer, until a session has worked, else 0.',
    ),
    databaseConnections: gauge('database_connections', 'Connections of all clients that the server has open.'),
    databaseConnectionsLimit: gauge(
      'database_connections_limit',
      'Connections that the server lets ordinary users open (max_connections).',
    ),
    databaseSizeBytes: gauge('database_size_bytes', 'Size of the database on disk.'),
    archiveFailing: gauge(
      'database_archive_failing',
      '1 while archiving of the write-ahead log is on and its last try has failed, or a file has waited for ten minutes, else 0.',
    ),
    archiveLastSuccess: gauge(
      'database_archive_last_success_timestamp_seconds',
      'When the server last archived a file. 0: not since its statistics began.',
    ),
    replicas: gauge('database_replicas', 'Replicas that stream from the server.'),
    replicationLagBytes: gauge(
      'database_replication_lag_bytes',
      'Write-ahead log that the slowest replica has not replayed. NaN where the role of the service is no member of pg_monitor.',
    ),
    replicationSlotBytes: gauge('database_replication_slot_bytes', 'Write-ahead log that the slowest replication slot keeps on the disk.'),
    dataFolderFreeBytes: gauge('data_folder_free_bytes', 'Free space on the disk of the data folder. Only where recordings are files.'),
    dataFolderSizeBytes: gauge('data_folder_size_bytes', 'Size of the disk of the data folder. Only where recordings are files.'),
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
    callsEnded: fromZero(
      counter('calls_ended_total', 'Calls that reached an end, by who brought it: callback, reconciler.', ['status', 'by']),
      ['completed', 'no_answer', 'busy', 'failed', 'canceled'].flatMap((status) => [
        { status, by: 'callback' },
        { status, by: 'reconciler' },
      ]),
    ),
    callbacks: fromZero(
      counter('provider_callbacks_total', 'Callbacks of the providers: accepted, or refused for this reason.', ['provider', 'result']),
      ['accepted', 'bad_signature', 'stale', 'malformed'].flatMap((result) => [
        { provider: 'vapi', result },
        { provider: 'twilio', result },
      ]),
    ),
    callbacksIgnored: fromZero(
      counter('provider_callbacks_ignored_total', 'Callbacks that were verified and say nothing of a call or a text.', ['provider']),
      [{ provider: 'vapi' }, { provider: 'twilio' }],
    ),
    callbacksRefusedInARow: gauge('provider_callbacks_refused_in_a_row', 'Callbacks refused since the last that was accepted.', [
      'provider',
    ]),
    callsLive: gauge('calls_live', 'Calls under way.', ['status']),
    callsOldestSilentSeconds: gauge(
      'calls_oldest_silent_seconds',
      'Age of the oldest call under way whose status the provider has not changed for a minute. Zero where there is none.',
      ['status'],
    ),
    callsAwaitingAnalysis: gauge('calls_awaiting_analysis', 'Calls that have ended and wait for their analysis or recording.'),
    recordingsDue: gauge('recordings_due', 'Recordings that are still to be fetched.'),
    recordingFetches: fromZero(
      counter('recording_fetches_total', 'Tries to fetch a recording into the store: stored, failed.', ['result']),
      [{ result: 'stored' }, { result: 'failed' }],
    ),
    textsAwaitingReport: gauge('texts_awaiting_report', 'Texts whose end is not known yet.'),
    textsLookedUntilSeconds: gauge(
      'texts_looked_until_seconds',
      'Age of the time up to which the provider’s list of incoming texts was looked through. Zero where no look has begun.',
    ),
    deletionOldestSeconds: gauge(
      'deletion_oldest_seconds',
      'Age of the oldest deletion that has not ended: of a tenant, or of a person (an erasure). Zero where there is none.',
      ['of'],
    ),
    operatorNotices: fromZero(counter('operator_notices_total', 'Notices to the operator of an endpoint: told, failed.', ['result']), [
      { result: 'told' },
      { result: 'failed' },
    ]),
    databaseRestores: fromZero(
      counter('database_restores_total', 'Restores of the database, or promotions of a replica, that this process has noticed, by how.', [
        'cause',
      ]),
      [{ cause: 'timeline' }, { cause: 'system' }, { cause: 'operator' }],
    ),
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
    providerDrift: new NamedCounter<{ provider: string; kind: 'type' | 'key' | 'ended_reason' }>(
      counter(
        'provider_drift_total',
        'Types and keys of callbacks, and ended reasons, that we do not know: the first names of each kind.',
        ['provider', 'kind', 'name'],
      ),
    ),
    unknownEndedReason: counter('voice_unknown_ended_reason_total', 'Ended reasons of the provider that the table does not know.'),
  };
}
