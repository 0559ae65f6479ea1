import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse, stringify } from 'yaml';

/** Each alert fires for what it is there for and is silent for what only looks like it: promtool plays both, a sample a minute. */

const alertsFile = join(import.meta.dirname, '..', '..', 'deploy', 'prometheus', 'alerts.yaml');

interface Rule {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
const rules: readonly Rule[] = parse(readFileSync(alertsFile, 'utf8')).groups.flatMap((group: { rules: Rule[] }) => group.rules);

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
  RingpostDatabaseReadOnly: {
    fires: { series: { [`database_read_only{${one}}`]: always(1) } },
    silent: { 'a failover': { series: { [`database_read_only{${one}}`]: '0x58 1 0x60' }, at: '60m' } },
  },
  RingpostLogLinesLost: {
    fires: { series: { [`log_lines_lost_total{${one}}`]: steady(1) }, as: { instance: 'one' } },
    silent: { 'lines lost an hour ago': { series: { [`log_lines_lost_total{${one}}`]: '0x10 5x110' } } },
  },
  RingpostDeliveriesLate: {
    fires: { series: { [`webhook_queue_oldest_ready_seconds{${one}}`]: always(61) } },
    silent: { 'a burst': { series: { [`webhook_queue_oldest_ready_seconds{${one}}`]: '0x57 90x2 0x60' }, at: '60m' } },
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
    silent: { 'a few of them': { series: { [`webhook_endpoint_slowed{${one}}`]: always(20) } } },
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
  RingpostEventLoopStalls: {
    fires: { series: { [`nodejs_eventloop_lag_p99_seconds{${one}}`]: always(0.3) }, as: { instance: 'one' } },
    silent: { 'a stall that passes': { series: { [`nodejs_eventloop_lag_p99_seconds{${one}}`]: '0x55 0.9x3 0x60' }, at: '60m' } },
  },
};

const fires = (alert: string, { series, at = '100m', as = {} }: Cases['fires']) => played(alert, 'fires', series, at, [as]);

function played(alert: string, name: string, series: Series, at: string, expected: readonly Readonly<Record<string, string>>[]) {
  const rule = rules.find((each) => each.alert === alert) ?? assert.fail(`there is no alert ${alert}`);
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
  assert.deepEqual(Object.keys(cases).toSorted(), rules.map(({ alert }) => alert).toSorted());
  const tests = [
    ...Object.entries(cases).flatMap(([alert, { fires: firing, silent }]) => [
      fires(alert, firing),
      ...Object.entries(silent).map(([name, { series, at = '100m' }]) => played(alert, `silent for ${name}`, series, at, [])),
    ]),
    // Every target gone from discovery.
    fires('RingpostDown', { series: { [`up{${one}}`]: '1x50 stale' }, as: { job: 'ringpost' } }),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-alerts-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'tests.yaml');
  await writeFile(file, stringify({ rule_files: [alertsFile], evaluation_interval: '1m', tests }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});
