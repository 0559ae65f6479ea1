import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';
import { folderFor } from '../support/folder.ts';

/** Each alert fires for what it is there for and is silent for what only looks like it: promtool plays both, a sample a minute. */

const ruleFiles = ['alerts.yaml', 'exporters.yaml'].map((name) => join(import.meta.dirname, '..', '..', 'deploy', 'prometheus', name));

interface Rule {
  /** Is not there for a recording rule. */
  readonly alert?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
interface Group {
  readonly name: string;
  readonly rules: readonly Rule[];
}
const groups: readonly Group[] = ruleFiles.flatMap((file) => parse(readFileSync(file, 'utf8')).groups);
const alerts = groups.flatMap(({ rules }) => rules.filter((rule): rule is Rule & { alert: string } => rule.alert !== undefined));

/** Values by series, as promtool writes them: `0+6x10` is 0 and ten more, each greater by 6. */
type Series = Readonly<Record<string, string>>;

interface Play {
  readonly series: Series;
  readonly at?: string;
}
interface Cases {
  /** `as`: the labels that the alert has of its series. */
  readonly fires: Play & { readonly as?: Readonly<Record<string, string>> };
  readonly silent: Readonly<Record<string, Play>>;
}

const one = 'job="ringpost",instance="one"';
const process = { job: 'ringpost', instance: 'one' };
const steady = (rate: number): string => `0+${rate}x120`;
const always = (value: number): string => `${value}x120`;

/** What a minute has of them. */
const requests = (operation: string, counts: Readonly<Record<'all' | 'within 2.5', number>>): Series => {
  const labels = `${one},operation="${operation}",class="2xx"`;
  return {
    [`http_request_duration_seconds_bucket{${labels},le="2.5"}`]: steady(counts['within 2.5']),
    [`http_request_duration_seconds_bucket{${labels},le="10"}`]: steady(counts.all),
    [`http_request_duration_seconds_bucket{${labels},le="+Inf"}`]: steady(counts.all),
    [`http_request_duration_seconds_count{${labels}}`]: steady(counts.all),
  };
};

/** What a minute has of attempts, and of those that begin within 30 seconds. */
const attempts = (all: string, inTime: string): Series => ({
  [`webhook_delivery_lag_seconds_count{${one}}`]: all,
  [`webhook_delivery_lag_seconds_bucket{${one},le="30"}`]: inTime,
});
const callbacks = (accepted: string, refused: string): Series => ({
  [`provider_callbacks_total{${one},provider="vapi",result="accepted"}`]: accepted,
  [`provider_callbacks_total{${one},provider="vapi",result="bad_signature"}`]: refused,
});
const ends = (byCallback: number, byReconciler: number): Series => ({
  [`calls_ended_total{${one},status="completed",by="callback"}`]: steady(byCallback),
  [`calls_ended_total{${one},status="completed",by="reconciler"}`]: steady(byReconciler),
});
const disk = (free: string): Series => ({
  'node_filesystem_avail_bytes{job="node",instance="db",mountpoint="/var/lib/postgresql"}': free,
  'node_filesystem_size_bytes{job="node",instance="db",mountpoint="/var/lib/postgresql"}': always(1_000_000),
});
const backupAge = (seconds: number): Series => ({
  'pgbackrest_backup_since_last_completion_seconds{job="pgbackrest",stanza="main",backup_type="incr"}': always(seconds),
});
/** What the Patronis of three machines say of themselves: 1 where it holds. */
const patroni = (what: 'primary' | 'sync_standby', ...said: readonly number[]): Series =>
  Object.fromEntries(said.map((each, n) => [`patroni_${what}{job="patroni",instance="db${n + 1}"}`, always(each)]));

const cases: Readonly<Record<string, Cases>> = {
  RingpostDown: {
    fires: { series: { [`up{${one}}`]: always(0) }, as: process },
    silent: {
      'one scrape missed': { series: { [`up{${one}}`]: '1x58 0 1x60' }, at: '60m' },
      'another job down': { series: { [`up{${one}}`]: always(1), 'up{job="other"}': always(0) } },
    },
  },
  RingpostRoleMissing: {
    fires: {
      series: {
        [`up{${one}}`]: always(1),
        [`ringpost_role{${one},role="api"}`]: always(1),
        'ringpost_role{job="ringpost",instance="two",role="scheduler"}': always(1),
        'ringpost_role{job="ringpost",instance="two",role="dispatcher"}': '1x50 stale',
      },
      as: { job: 'ringpost', role: 'dispatcher' },
    },
    silent: {
      'a process that has all of them': {
        series: {
          [`up{${one}}`]: always(1),
          ...Object.fromEntries(['api', 'dispatcher', 'scheduler'].map((role) => [`ringpost_role{${one},role="${role}"}`, always(1)])),
        },
      },
      'no process at all, which is another alert': { series: { [`up{${one}}`]: always(0) } },
    },
  },
  RingpostRestarts: {
    fires: { series: { [`process_start_time_seconds{${one}}`]: '1000x70 2000x5 _ 3000x5 4000x5 5000x40' }, as: process },
    silent: {
      'three restarts': { series: { [`process_start_time_seconds{${one}}`]: '1000x75 2000x5 3000x5 4000x40' } },
      'rollouts, each of whose pods is another instance': {
        series: Object.fromEntries(
          [72, 78, 84, 90, 96].map((at) => [
            `process_start_time_seconds{job="ringpost",instance="pod${at}"}`,
            `_x${at} ${at * 60}x5 stale`,
          ]),
        ),
      },
      'restarts of last week': { series: { [`process_start_time_seconds{${one}}`]: '1000x5 2000x5 3000x5 4000x5 5000x100' } },
    },
  },
  RingpostDatabaseReadOnly: {
    fires: { series: { [`database_read_only{${one}}`]: always(1) } },
    silent: { 'a failover': { series: { [`database_read_only{${one}}`]: '0x58 1 0x60' }, at: '60m' } },
  },
  RingpostLogLinesLost: {
    fires: { series: { [`log_lines_lost_total{${one}}`]: steady(1) }, as: { instance: 'one' } },
    silent: { 'lines lost an hour ago': { series: { [`log_lines_lost_total{${one}}`]: '0x10 5x110' } } },
  },
  RingpostDeliveriesLate: {
    fires: {
      series: {
        [`webhook_queue_oldest_ready_seconds{${one}}`]: always(600),
        [`webhook_queue_oldest_startable_seconds{${one}}`]: always(61),
      },
    },
    silent: {
      'a burst': { series: { [`webhook_queue_oldest_startable_seconds{${one}}`]: '0x57 90x2 0x60' }, at: '60m' },
      'one receiver that is slow itself': {
        series: {
          [`webhook_queue_oldest_ready_seconds{${one}}`]: always(600),
          [`webhook_queue_oldest_startable_seconds{${one}}`]: always(0),
        },
      },
    },
  },
  RingpostQueueGrows: {
    fires: { series: { [`webhook_queue_ready{${one}}`]: always(10_001) } },
    silent: { 'a queue of 10,000': { series: { [`webhook_queue_ready{${one}}`]: always(10_000) } } },
  },
  RingpostDeliveriesFail: {
    fires: {
      series: {
        [`webhook_deliveries_total{${one},result="failed"}`]: steady(30),
        [`webhook_deliveries_total{${one},result="success"}`]: steady(60),
      },
    },
    silent: {
      'a tenth of them': {
        series: {
          [`webhook_deliveries_total{${one},result="failed"}`]: steady(10),
          [`webhook_deliveries_total{${one},result="success"}`]: steady(90),
        },
      },
      'all of a few': { series: { [`webhook_deliveries_total{${one},result="failed"}`]: steady(1) } },
    },
  },
  RingpostEndpointsSlowed: {
    fires: { series: { [`webhook_endpoint_slowed{${one}}`]: always(21) } },
    silent: {
      'a few of them': { series: { [`webhook_endpoint_slowed{${one}}`]: always(20) } },
      'the same few in each of three processes': {
        series: Object.fromEntries(
          ['one', 'two', 'three'].map((name) => [`webhook_endpoint_slowed{job="ringpost",instance="${name}"}`, always(7)]),
        ),
      },
    },
  },
  RingpostDeadTuples: {
    fires: { series: { [`webhook_queue_dead_tuples{${one}}`]: always(1_000_001) } },
    silent: { 'what vacuum takes next': { series: { [`webhook_queue_dead_tuples{${one}}`]: always(900_000) } } },
  },
  RingpostRowsWithoutWeek: {
    fires: { series: { [`webhook_default_partition_rows{${one}}`]: always(1) } },
    silent: { none: { series: { [`webhook_default_partition_rows{${one}}`]: always(0) } } },
  },
  RingpostPoisonedDeliveries: {
    fires: { series: { [`webhook_poisoned_total{${one}}`]: '0x50 1x70' }, at: '60m' },
    silent: { 'one of yesterday': { series: { [`webhook_poisoned_total{${one}}`]: always(1) } } },
  },
  RingpostLeasesLapse: {
    fires: { series: { [`webhook_lease_expired_total{${one}}`]: steady(61) } },
    silent: { 'what a killed process held': { series: { [`webhook_lease_expired_total{${one}}`]: '0x40 500x80' }, at: '60m' } },
  },
  RingpostRedisLost: {
    fires: {
      series: { [`pacing_without_redis{${one}}`]: '0x40 1x80', [`pacing_degraded_total{${one}}`]: '0x40 1x80' },
      at: '110m',
      as: process,
    },
    silent: {
      'a failover that is over': {
        series: { [`pacing_without_redis{${one}}`]: '0x58 1 0x60', [`pacing_degraded_total{${one}}`]: '0x58 1x61' },
        at: '61m',
      },
    },
  },
  RingpostRedisFlaps: {
    fires: { series: { [`pacing_degraded_total{${one}}`]: '0x50 1 2 3 4x67' }, at: '60m', as: process },
    silent: {
      'two failovers': { series: { [`pacing_degraded_total{${one}}`]: '0x50 1x4 2x65' }, at: '60m' },
      'losses of long ago': { series: { [`pacing_degraded_total{${one}}`]: '0x5 10x115' }, at: '60m' },
    },
  },
  RingpostRedisRefusesKeys: {
    fires: {
      series: { [`pacing_key_troubles_total{${one},trouble="out_of_memory"}`]: '0x40 10+10x80' },
      at: '60m',
      as: { trouble: 'out_of_memory' },
    },
    silent: {
      'none refused': { series: { [`pacing_key_troubles_total{${one},trouble="refused"}`]: always(3) } },
      'a key of another type, which is another alert': {
        series: { [`pacing_key_troubles_total{${one},trouble="wrong_type"}`]: steady(10) },
      },
    },
  },
  RingpostPacingKeysDeleted: {
    fires: { series: { [`pacing_key_troubles_total{${one},trouble="wrong_type"}`]: '0x50 1x70' }, at: '60m' },
    silent: {
      'one of yesterday': { series: { [`pacing_key_troubles_total{${one},trouble="wrong_type"}`]: always(1) } },
      'a full Redis, which is another alert': { series: { [`pacing_key_troubles_total{${one},trouble="out_of_memory"}`]: steady(10) } },
    },
  },
  RingpostServerErrors: {
    fires: {
      series: {
        [`http_requests_total{${one},operation="placeCall",status="500"}`]: steady(3),
        [`http_requests_total{${one},operation="placeCall",status="201"}`]: steady(97),
      },
    },
    silent: {
      'one of a hundred': {
        series: {
          [`http_requests_total{${one},operation="placeCall",status="500"}`]: steady(2),
          [`http_requests_total{${one},operation="placeCall",status="201"}`]: steady(198),
        },
      },
      'a process that migrates for long, and is not ready meanwhile': {
        series: {
          [`http_requests_total{${one},operation="/readyz",status="503"}`]: steady(12),
          [`http_requests_total{${one},operation="readCall",status="200"}`]: steady(300),
        },
      },
      'one each five minutes, of a few': {
        series: {
          [`http_requests_total{${one},operation="placeCall",status="500"}`]: steady(0.2),
          [`http_requests_total{${one},operation="placeCall",status="201"}`]: steady(1),
        },
      },
    },
  },
  RingpostRequestsSlow: {
    fires: { series: requests('readCall', { all: 100, 'within 2.5': 98 }), as: { operation: 'readCall' } },
    silent: {
      'one of two hundred': { series: requests('readCall', { all: 200, 'within 2.5': 199 }) },
      'one of a few': { series: requests('readCall', { all: 2, 'within 2.5': 1.8 }) },
      'a recording whose reader is slow': { series: requests('/recordings', { all: 100, 'within 2.5': 0 }) },
    },
  },
  RingpostCallsNotPlaced: {
    fires: {
      series: { [`calls_placed_total{${one},result="refused"}`]: steady(1), [`calls_placed_total{${one},result="placed"}`]: steady(5) },
    },
    silent: {
      'two failures among few calls': {
        series: {
          [`calls_placed_total{${one},result="refused"}`]: '0x50 1x5 2x60',
          [`calls_placed_total{${one},result="placed"}`]: steady(0.2),
        },
        at: '63m',
      },
      'a few of many': {
        series: { [`calls_placed_total{${one},result="unknown"}`]: steady(2), [`calls_placed_total{${one},result="placed"}`]: steady(98) },
      },
    },
  },
  RingpostUnknownEndedReason: {
    fires: { series: { [`voice_unknown_ended_reason_total{${one}}`]: '0x50 1x70' } },
    silent: { 'none since the start': { series: { [`voice_unknown_ended_reason_total{${one}}`]: always(0) } } },
  },
  RingpostAddressesBlocked: {
    fires: { series: { [`webhook_ssrf_blocked_total{${one},reason="private"}`]: steady(10) } },
    silent: { 'one try': { series: { [`webhook_ssrf_blocked_total{${one},reason="private"}`]: '0x50 1x70' } } },
  },
  RingpostCallbacksRefused: {
    fires: { series: callbacks('0+20x98 1960x20', '0x98 20+20x20'), as: { provider: 'vapi' } },
    silent: {
      'forgeries among many that are sound': { series: callbacks(steady(20), steady(5)) },
      'two refusals': { series: callbacks(always(0), '0x99 2x20') },
    },
  },
  RingpostCallsEndedByReconciler: {
    fires: { series: ends(1, 2) },
    silent: { 'a few of many': { series: ends(9, 1) }, 'all of a few': { series: ends(0, 0.2) } },
  },
  RingpostCallsSilent: {
    fires: { series: { [`calls_oldest_silent_seconds{${one},status="ringing"}`]: always(901) }, as: { status: 'ringing' } },
    silent: { 'a long conversation': { series: { [`calls_oldest_silent_seconds{${one},status="in-progress"}`]: always(7_000) } } },
  },
  RingpostVoiceBreakerOpen: {
    fires: { series: { [`voice_breaker_open{${one}}`]: always(1) }, as: { instance: 'one' } },
    silent: { 'a provider that was down for a minute': { series: { [`voice_breaker_open{${one}}`]: '0x98 1x2' } } },
  },
  RingpostChoresStand: {
    fires: {
      series: {
        [`chore_last_success_timestamp_seconds{${one},chore="reconcile calls"}`]: '0+60x80 4800x40',
        [`chore_idle_seconds{${one},chore="reconcile calls"}`]: always(0.5),
      },
      as: { chore: 'reconcile calls' },
    },
    silent: {
      'a tenant whose removal takes an hour and more': {
        series: {
          [`chore_last_success_timestamp_seconds{${one},chore="deleted tenants"}`]: always(0),
          [`chore_idle_seconds{${one},chore="deleted tenants"}`]: always(1),
        },
      },
      'a chore that rests for long': {
        series: {
          [`chore_last_success_timestamp_seconds{${one},chore="event keys"}`]: '0+60x80 4800x40',
          [`chore_idle_seconds{${one},chore="event keys"}`]: always(600),
        },
      },
      'another process that does it': {
        series: {
          [`chore_last_success_timestamp_seconds{${one},chore="partitions"}`]: always(0),
          'chore_last_success_timestamp_seconds{job="ringpost",instance="two",chore="partitions"}': steady(60),
          [`chore_idle_seconds{${one},chore="partitions"}`]: always(60),
        },
      },
    },
  },
  RingpostDeletionsStand: {
    fires: { series: { [`deletion_oldest_seconds{${one},of="tenant"}`]: always(86_401) }, as: { of: 'tenant' } },
    silent: {
      'a tenant whose removal takes hours': { series: { [`deletion_oldest_seconds{${one},of="tenant"}`]: always(20_000) } },
      'an erasure that waits three days for the report of a text': {
        series: { [`deletion_oldest_seconds{${one},of="person"}`]: always(262_800) },
      },
    },
  },
  RingpostTextLooksStand: {
    fires: { series: { [`texts_looked_until_seconds{${one}}`]: always(3_601) } },
    silent: {
      'a provider that was away for half an hour': { series: { [`texts_looked_until_seconds{${one}}`]: '60x70 120+60x30 60x20' } },
    },
  },
  RingpostDatabaseAway: {
    fires: { series: { [`database_away{${one}}`]: '0x95 1x20' }, as: { instance: 'one' } },
    silent: { 'a failover that is over': { series: { [`database_away{${one}}`]: '0x97 1 0x20' } } },
  },
  RingpostPoolWaits: {
    fires: {
      series: {
        [`database_pool_wait_seconds_bucket{${one},pool="writes",le="0.5"}`]: steady(50),
        [`database_pool_wait_seconds_bucket{${one},pool="writes",le="1"}`]: steady(100),
        [`database_pool_wait_seconds_bucket{${one},pool="writes",le="+Inf"}`]: steady(100),
        [`database_pool_wait_seconds_count{${one},pool="writes"}`]: steady(100),
      },
      as: { pool: 'writes' },
    },
    silent: {
      'a few connections that were opened': {
        series: {
          [`database_pool_wait_seconds_bucket{${one},pool="writes",le="0.5"}`]: steady(0),
          [`database_pool_wait_seconds_bucket{${one},pool="writes",le="+Inf"}`]: steady(1),
          [`database_pool_wait_seconds_count{${one},pool="writes"}`]: steady(1),
        },
      },
    },
  },
  RingpostConnectionsRunOut: {
    fires: { series: { [`database_connections{${one}}`]: always(91), [`database_connections_limit{${one}}`]: always(100) } },
    silent: {
      'a rollout': { series: { [`database_connections{${one}}`]: '80x96 95x2 80x5', [`database_connections_limit{${one}}`]: always(100) } },
    },
  },
  RingpostArchiveFails: {
    fires: { series: { [`database_archive_failing{${one}}`]: always(1) } },
    silent: { 'one try that failed': { series: { [`database_archive_failing{${one}}`]: '0x97 1 0x20' } } },
  },
  RingpostReplicaBehind: {
    fires: { series: { [`database_replication_lag_bytes{${one}}`]: always(300_000_000) } },
    silent: { 'a large commit': { series: { [`database_replication_lag_bytes{${one}}`]: '0x95 300000000x2 0x20' } } },
  },
  RingpostReplicaLost: {
    fires: { series: { [`database_replicas{${one}}`]: '2x75 1x45' } },
    silent: {
      'a server that never had any': { series: { [`database_replicas{${one}}`]: always(0) } },
      'a base backup, which streams twice while it runs': {
        series: { [`database_replicas{${one}}`]: '1x40 3x30 1x50', 'database_replicas{job="ringpost",instance="two"}': '_x40 3x30' },
      },
    },
  },
  RingpostSlotKeepsLog: {
    fires: { series: { [`database_replication_slot_bytes{${one}}`]: always(11_000_000_000) } },
    silent: { 'a gigabyte': { series: { [`database_replication_slot_bytes{${one}}`]: always(1_000_000_000) } } },
  },
  RingpostDataFolderFull: {
    fires: {
      series: { [`data_folder_free_bytes{${one}}`]: always(9), [`data_folder_size_bytes{${one}}`]: always(100) },
      as: { instance: 'one' },
    },
    silent: {
      'recordings in a bucket': {
        series: { [`data_folder_free_bytes{${one}}`]: always(0), [`data_folder_size_bytes{${one}}`]: always(0) },
      },
    },
  },
  RingpostVersionsMixed: {
    fires: {
      series: {
        [`ringpost_build_info{${one},version="1.0.0"}`]: always(1),
        'ringpost_build_info{job="ringpost",instance="two",version="1.1.0"}': always(1),
      },
    },
    silent: {
      'a rollout of half an hour': {
        series: {
          [`ringpost_build_info{${one},version="1.0.0"}`]: '1x80 stale',
          'ringpost_build_info{job="ringpost",instance="two",version="1.1.0"}': '_x50 1x60',
        },
      },
    },
  },
  RingpostObjectiveBurnsFast: {
    fires: { series: attempts(steady(100), steady(90)) },
    silent: {
      'an hour that is over': { series: attempts(steady(100), '0+90x50 4600+100x60') },
      'one of a few': { series: attempts(steady(0.05), steady(0)) },
      'what the objective allows': { series: attempts(steady(10_000), steady(9_996)) },
    },
  },
  RingpostObjectiveBurnsSlowly: {
    fires: { series: attempts(steady(1_000), steady(998)) },
    silent: {
      'what the objective allows': { series: attempts(steady(10_000), steady(9_996)) },
      'one of a few': { series: attempts(steady(0.05), steady(0)) },
    },
  },
  RingpostDatabaseRestored: {
    fires: { series: { [`database_restores_total{${one},cause="timeline"}`]: '0x95 1x25' } },
    silent: {
      'one that an operator has marked': { series: { [`database_restores_total{${one},cause="operator"}`]: '0x95 1x25' } },
      'one of yesterday': { series: { [`database_restores_total{${one},cause="timeline"}`]: always(1) } },
    },
  },
  RingpostRecordingsFail: {
    fires: {
      series: {
        [`recording_fetches_total{${one},result="failed"}`]: steady(1),
        [`recording_fetches_total{${one},result="stored"}`]: always(9),
      },
    },
    silent: {
      'two recordings that the provider does not have': {
        series: {
          [`recording_fetches_total{${one},result="failed"}`]: '0x95 5 8 10x20',
          [`recording_fetches_total{${one},result="stored"}`]: always(9),
        },
      },
      'a few of many': {
        series: {
          [`recording_fetches_total{${one},result="failed"}`]: steady(1),
          [`recording_fetches_total{${one},result="stored"}`]: steady(30),
        },
      },
    },
  },
  RingpostNoticesFail: {
    fires: {
      series: {
        [`operator_notices_total{${one},result="failed"}`]: steady(1),
        [`operator_notices_total{${one},result="told"}`]: always(3),
      },
    },
    silent: {
      'one that was taken the second time': {
        series: {
          [`operator_notices_total{${one},result="failed"}`]: '0x95 1x20',
          [`operator_notices_total{${one},result="told"}`]: '0x96 1x20',
        },
      },
    },
  },
  RingpostDatabaseDiskFull: {
    fires: { series: disk(always(90_000)), as: { instance: 'db' } },
    silent: { 'a disk that fills in weeks': { series: disk('900000-10x120') } },
  },
  RingpostBackupOld: {
    fires: { series: backupAge(130_000) },
    silent: { "last night's backup": { series: backupAge(60_000) } },
  },
  RingpostNoPrimary: {
    fires: { series: patroni('primary', 0, 0, 0) },
    silent: {
      'one of three': { series: patroni('primary', 0, 1, 0) },
      'a failover of a minute': {
        series: { ...patroni('primary', 0, 0, 0), 'patroni_primary{job="patroni",instance="db1"}': '1x58 0 1x60' },
        at: '60m',
      },
    },
  },
  RingpostNoSynchronousReplica: {
    fires: { series: patroni('sync_standby', 0, 0, 0) },
    silent: { 'one of two replicas': { series: patroni('sync_standby', 0, 0, 1) } },
  },
  RingpostEventLoopStalls: {
    fires: { series: { [`nodejs_eventloop_lag_p99_seconds{${one}}`]: always(0.3) }, as: { instance: 'one' } },
    silent: { 'a stall that passes': { series: { [`nodejs_eventloop_lag_p99_seconds{${one}}`]: '0x55 0.9x3 0x60' }, at: '60m' } },
  },
};

const fires = (alert: string, name: string, { series, at = '100m', as = {} }: Cases['fires']) => played(alert, name, series, at, [as]);

function played(alert: string, name: string, series: Series, at: string, expected: readonly Readonly<Record<string, string>>[]) {
  const rule = alerts.find((each) => each.alert === alert) ?? assert.fail(`there is no alert ${alert}`);
  return {
    name: `${alert}: ${name}`,
    interval: '1m',
    input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
    alert_rule_test: [
      {
        eval_time: at,
        alertname: alert,
        exp_alerts: expected.map((labels) => ({ exp_labels: { ...rule.labels, ...labels }, exp_annotations: rule.annotations })),
      },
    ],
  };
}

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('every alert fires when it should, and is silent when it should', { skip: !hasPromtool && 'needs promtool' }, async (t) => {
  assert.deepEqual(Object.keys(cases).toSorted(), alerts.map(({ alert }) => alert).toSorted());
  const gone = { 'up{job="patroni",instance="db1"}': always(0) };
  const more: Readonly<Record<string, Readonly<Record<string, Cases['fires']>>>> = {
    RingpostDown: { 'every target gone from discovery': { series: { [`up{${one}}`]: '1x50 stale' }, as: { job: 'ringpost' } } },
    RingpostServerErrors: {
      'every call of a fleet whose probes are many times as many': {
        series: {
          [`http_requests_total{${one},operation="placeCall",status="500"}`]: steady(4),
          [`http_requests_total{${one},operation="/readyz",status="200"}`]: steady(240),
          [`http_requests_total{${one},operation="/healthz",status="200"}`]: steady(120),
          [`http_requests_total{${one},operation="/metrics",status="200"}`]: steady(80),
        },
      },
    },
    RingpostDatabaseDiskFull: {
      'a disk that fills quickly': { series: disk('900000-1000x120'), as: { instance: 'db' } },
      'a disk that is mounted elsewhere': {
        series: {
          'node_filesystem_avail_bytes{job="node",instance="db",mountpoint="/"}': always(900_000),
          'node_filesystem_size_bytes{job="node",instance="db",mountpoint="/"}': always(1_000_000),
        },
        as: { job: 'node', mountpoint: '/var/lib/postgresql' },
      },
    },
    RingpostNoPrimary: {
      'two machines that say that they are it': { series: patroni('primary', 1, 1, 0) },
      'no Patroni that answers': { series: gone, as: { job: 'patroni' } },
    },
    RingpostNoSynchronousReplica: { 'no Patroni that answers': { series: gone, as: { job: 'patroni' } } },
    RingpostBackupOld: { 'an exporter that is gone': { series: {}, as: { job: 'pgbackrest', backup_type: 'incr' } } },
  };
  const folder = folderFor(t);
  const files = Object.entries(cases).map(async ([alert, { fires: firing, silent }]) => {
    const tests = [
      fires(alert, 'fires', firing),
      ...Object.entries(more[alert] ?? {}).map(([name, play]) => fires(alert, `fires for ${name}`, play)),
      ...Object.entries(silent).map(([name, { series, at = '100m' }]) => played(alert, `silent for ${name}`, series, at, [])),
    ];
    const [rules, file] = [join(folder, `${alert}.rules.yaml`), join(folder, `${alert}.yaml`)];
    await writeFile(rules, stringify({ groups: groupsFor(alert) }));
    await writeFile(file, stringify({ rule_files: [rules], evaluation_interval: '1m', tests }));
    return file;
  });
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...(await Promise.all(files))], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

/** Returns one alert and what is recorded for it, because promtool plays every rule of a file for each case. */
const groupsFor = (alert: string): readonly Group[] =>
  groups
    .map(({ rules, ...group }) => ({ ...group, rules: rules.filter((rule) => rule.alert === undefined || rule.alert === alert) }))
    .filter(({ rules }) => rules.length > 0);
