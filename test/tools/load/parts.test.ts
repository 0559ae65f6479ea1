import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { freePort } from '../../../cli/parts/ports.ts';
import { BadFile } from '../../../simulator/bad-file.ts';
import { Account } from '../../../tools/load/account.ts';
import { Api, askPatiently } from '../../../tools/load/api.ts';
import { arrive } from '../../../tools/load/arrivals.ts';
import { difference, type Sampled } from '../../../tools/load/compare.ts';
import { PhaseFigures } from '../../../tools/load/figures.ts';
import { Histogram } from '../../../tools/load/histogram.ts';
import { playPhases } from '../../../tools/load/phases.ts';
import { includedProfile, includedProfiles, readProfile } from '../../../tools/load/profile.ts';
import { nextDue, type Rates, Turns } from '../../../tools/load/schedule.ts';
import { Sender } from '../../../tools/load/sender.ts';
import { judge, threshold } from '../../../tools/load/thresholds.ts';
import { listenFor } from '../../support/api.ts';

function mistakesOf(yaml: string): readonly string[] {
  try {
    readProfile(yaml);
    return [];
  } catch (error) {
    if (error instanceof BadFile) return error.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);
    throw error;
  }
}

test('the included profiles can be read', () => {
  for (const name of includedProfiles) assert.deepEqual(mistakesOf(includedProfile(name)), [], name);
});

test('a mistake in a profile is told with its line and its column', () => {
  assert.deepEqual(mistakesOf('title: A\nphases:\n  - name: a\n    for: soon\n    rate: 5\nmix: { call: 1 }\n'), [
    '4:10 for takes a length of time such as 500ms, 10s or 2m.',
  ]);
  assert.deepEqual(mistakesOf('title: A\nphases:\n  - { name: a, for: 1s, rate: 5 }\nmix: { cal: 1 }\n'), [
    '4:8 there is no cal here. Did you mean call?',
  ]);
  assert.deepEqual(mistakesOf('title: A\nphases:\n  - { name: a, for: 1s, rate: 5 }\nmix: { call: 1 }\nthresholds:\n  - lost < few\n'), [
    '6:5 lost < few is no threshold. Some are call.accept.p95 < 200ms, webhook.lag.p99 < 2s at 50/s and lost == 0.',
  ]);
  assert.deepEqual(
    mistakesOf(
      'title: A\nphases:\n  - { name: a, for: 1s, rate: 5 }\n  - { name: b, for: 1s, rate: 5 }\n  - { name: a, for: 1s, rate: 9 }\nmix: { call: 1 }\n',
    ),
    ['5:13 an earlier phase has the name a as well'],
  );
  const asking = (threshold: string): readonly string[] =>
    mistakesOf(`title: A\nphases:\n  - { name: a, for: 1s, rate: 5 }\nmix: { call: 1 }\nthresholds:\n  - ${threshold}\n`);
  assert.deepEqual(asking('call.accept.p95 < 200'), ['6:5 call.accept.p95 < 200 has no unit: write 200ms or 200s.']);
  assert.deepEqual(asking('lost <= 2ms'), ['6:5 lost <= 2ms has a unit, and lost is a number: write 2.']);
  assert.deepEqual(asking('knee >= 50'), []);
  assert.match(mistakesOf('title: A\nmix: { call: 1 }\n').join(), /phases is missing/);
});

test('a threshold names a figure, a limit with its unit, and perhaps a rate', () => {
  const asked = threshold('webhook.lag.p99 < 2s at 50/s');
  assert.deepEqual([asked.figure, asked.comparison, asked.limit, asked.atRate], ['webhook.lag.p99', '<', 2_000, 50]);
  const judged = (value: number | null) =>
    judge(asked, { unknown: () => null, figureNamed: () => value, lateMs: () => 0, overloaded: () => 0 });
  assert.deepEqual(
    [judged(1_999), judged(2_000), judged(null)].map(({ holds, cannotTell }) => [holds, cannotTell]),
    [
      [true, null],
      [false, null],
      [false, null],
    ],
  );
});

test('what may be this machine’s own lateness cannot be told, and what is more than that fails', () => {
  const judged = (text: string, value: number, late: number) =>
    judge(threshold(text), { unknown: () => null, figureNamed: () => value, lateMs: () => late, overloaded: () => 2 });
  const late = 'this machine itself was up to 100 ms late to send';
  assert.deepEqual(judged('call.accept.p95 < 1s', 1_999, 100), {
    text: 'call.accept.p95 < 1s',
    value: 1_999,
    holds: false,
    cannotTell: late,
  });
  assert.equal(judged('call.accept.p95 < 1s', 2_000, 100).cannotTell, null);
  assert.equal(judged('call.accept.p95 < 1s', 1_001, 49).cannotTell, null, 'a sender that is nearly in time');
  assert.equal(judged('lost == 0', 1, 1_000).cannotTell, null, 'a count');
  assert.equal(judged('refused == 0', 2, 799).cannotTell, null, 'in time to be answered');
  assert.equal(judged('refused == 0', 3, 800).cannotTell, null, 'one was refused for another reason');
  assert.match(judged('refused == 0', 2, 800).cannotTell ?? '', /800 ms late/);
  assert.equal(judged('call.accept.p95 > 1s', 900, 100).cannotTell, null, 'lateness makes no duration shorter');
});

test('arrivals are due at the rate, which may rise and be multiplied while they come', () => {
  const dues = (phase: Rates, factor: number): readonly number[] => {
    const found: number[] = [];
    for (let due = 0; due < phase.ms; due = nextDue(phase, due, factor)) found.push(due);
    return found;
  };
  assert.equal(nextDue({ rate: 10, to: 10, ms: 1_000 }, 900, 1), 1_000);
  assert.deepEqual(dues({ rate: 10, to: 10, ms: 200 }, 2), [0, 50, 100, 150]);
  // As many as the mean of the rates says, also where the first wait is a large part of the phase.
  for (const [phase, factor, count] of [
    [{ rate: 1, to: 30.5, ms: 2_000 }, 1, 32],
    [{ rate: 0.1, to: 50.05, ms: 30_000 }, 1, 753],
    [{ rate: 0.1, to: 50.05, ms: 30_000 }, 2, 1_505],
    [{ rate: 50, to: 1.5, ms: 2_000 }, 1, 52],
  ] as const)
    assert.equal(dues(phase, factor).length, count, JSON.stringify(phase));
});

test('a phase has the rate that its profile says, and steps have round ones', async () => {
  const ratesOf = async (rate: string): Promise<readonly unknown[]> => {
    const profile = readProfile(`title: A\nphases:\n  - { name: a, for: 1ms, ${rate} }\nmix: { read: 1 }\n`);
    const rates: unknown[] = [];
    const sender = {
      sent: 0,
      async send(_operation: unknown, _due: number, { counts }: PhaseFigures) {
        counts.answered += 1_000;
      },
    };
    await playPhases({
      profile,
      sender,
      turns: new Turns(profile.mix),
      factor: () => 1,
      stop: new AbortController().signal,
      drive: async () => {},
      began: (_figures, told) => void rates.push([told?.rate, told?.to]),
    });
    return rates;
  };
  assert.deepEqual(await ratesOf('rate: 0.25'), [[0.25, 0.25]]);
  assert.deepEqual(await ratesOf('rate: 0.04, to: 0.06'), [[0.04, 0.06]]);
  assert.deepEqual(await ratesOf('rate: 81.92, times: 1.6, steps: 2'), [
    [81.92, 81.92],
    [131.1, 131.1],
  ]);
  assert.deepEqual(await ratesOf('rate: 0.0512, times: 1.6, steps: 2'), [
    [0.0512, 0.0512],
    [0.0819, 0.0819],
  ]);
});

test('nothing is sent before it is due, and nothing after the end', async () => {
  const early: number[] = [];
  const stopping = new AbortController();
  let sent = 0;
  await arrive(
    { rate: 400, to: 400, ms: 60_000 },
    {
      inFlight: 100,
      isEnough: () => false,
      factor: () => 1,
      stop: stopping.signal,
      dropped() {},
      async send(due) {
        early.push(due - performance.now());
        if (++sent === 40) stopping.abort();
      },
    },
  );
  assert.equal(sent, 40);
  assert.ok(Math.max(...early) <= 0, `${Math.max(...early)} ms early`);
});

test('operations come as often as their weights say, evenly', () => {
  const turns = new Turns({ call: 1, read: 2, event: 1 });
  const given = Array.from({ length: 8 }, () => turns.next());
  assert.deepEqual(given, ['read', 'call', 'event', 'read', 'read', 'call', 'event', 'read']);
});

test('a histogram gives percentiles with three digits', () => {
  const histogram = new Histogram();
  for (let ms = 1; ms <= 1_000; ms++) histogram.record(ms);
  const { count, p50, p99, max } = histogram.summary();
  assert.deepEqual([count, Math.round(p50), Math.round(p99), Math.round(max)], [1_000, 500, 990, 1_000]);
  assert.equal(new Histogram().at(0.5), 0);
});

test('two runs differ only by more than their noise', () => {
  const of = (p95OfTenths: readonly number[], count = 100): Sampled => ({ count, p95OfTenths });
  const even = [10, 11, 9, 10, 10, 11, 9, 10, 10, 10];
  const twice = even.map((ms) => 2 * ms);
  assert.match(difference(of(even), of(even)), /no more than noise/);
  assert.match(difference(of(even), of(twice)), /SLOWER by 10\.0 ms/);
  assert.match(difference(of(twice), of(even)), /faster by 10\.0 ms/);
  const wide = [5, 50, 10, 90, 20, 70, 8, 60, 30, 40];
  assert.match(difference(of(wide), of(wide.map((ms) => ms + 5))), /no more than noise/);
  assert.equal(
    difference(of(even, 8), of(even, 48)),
    'too few values to compare: 8 in 10 tenths of the phase, now 48 in 10; each run needs 20 in 5',
  );
  assert.match(difference(of([1, 2]), of(even)), /^too few values to compare: 100 in 2 tenths/);
  assert.match(difference(of(even, 20), of(even, 48)), /no more than noise/);
});

test('what is known of a webhook at the end of a run counts in the tenth of the phase in which its request was due', () => {
  const figures = new PhaseFigures('even', 10, 1_000);
  for (let due = 0; due < 1_000; due += 20) figures.record('webhook.lag', 5, due);
  figures.record('webhook.lag', 5, 5_000);
  assert.equal(figures.slices('webhook.lag').length, 10);
});

test('a histogram has a bar for each length, and as many values as were recorded', () => {
  const histogram = new Histogram();
  for (const ms of [1, 1.1, 100, 100, 100]) histogram.record(ms);
  const other = new Histogram();
  other.record(1_000);
  histogram.add(other);
  const bars = histogram.bars();
  assert.equal(
    bars.reduce((sum, { count }) => sum + count, 0),
    6,
  );
  assert.deepEqual(
    bars.filter(({ fromMs, toMs }) => fromMs <= 100 && 100 < toMs).map(({ count }) => count),
    [3],
  );
  assert.ok((bars[0]?.fromMs ?? 9) <= 1 && (bars.at(-1)?.toMs ?? 0) >= 1_000);
  assert.deepEqual(new Histogram().bars(), []);
});

test('what has not answered for two minutes is not waited for again', { timeout: 20_000 }, async (t) => {
  const api = new Api(`http://127.0.0.1:${await freePort()}`, 1);
  t.after(() => api.close());
  const asked = { method: 'GET', path: '/calls/call_1', key: 'key' } as const;
  await assert.rejects(api.ask(asked), /ECONNREFUSED/);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 121_000 });
  assert.equal(await askPatiently(api, asked), null);
});

test('what has answered nothing but 503 for two minutes is not waited for again', { timeout: 20_000 }, async (t) => {
  const statuses: number[] = [503, 503, 200];
  const { origin } = await listenFor(
    t,
    createServer((_request, response) => void response.writeHead(statuses.shift() ?? 500).end()),
  );
  const api = new Api(origin, 1);
  t.after(() => api.close());
  const asked = { method: 'GET', path: '/calls/call_1', key: 'key' } as const;
  await api.ask(asked);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 121_000 });
  assert.ok(api.isGone());
  assert.equal((await askPatiently(api, asked))?.status, 503);
  assert.equal((await askPatiently(api, asked))?.status, 200);
  assert.ok(!api.isGone());
});

test('the answer to a call that is asked for again compares no clocks, because its call may have been made long before', async (t) => {
  const createdAt = new Date(Date.now() - 10_000).toISOString();
  const { origin } = await listenFor(
    t,
    createServer((_request, response) => void response.writeHead(201).end(JSON.stringify({ call: { id: 'call_1', createdAt } }))),
  );
  const api = new Api(origin, 1);
  t.after(() => api.close());
  const account = new Account();
  const tenant = { name: 'ten_1', id: null, key: 'key', agentId: 'agt_1', variables: {}, contactNumber: null };
  const sender = new Sender({
    api,
    operatorApi: null,
    operatorToken: '',
    account,
    tenants: [{ ...tenant, endpoint: { id: 'whe_1', createdAt } }],
    numberFor: () => '+14155550123',
    keepsBudgets: true,
  });
  const planned = sender.plan('call', 'even');
  assert.ok(planned);
  sender.noteUnanswered(planned, Date.now() - 10_000);
  assert.equal(await sender.settleUnanswered(Date.now() + 60_000), 0);
  assert.ok(account.accepted.has('call_1'));
  const offsetMs = (): number | undefined => sender.offset?.ms;
  assert.equal(offsetMs(), undefined);
  await sender.send('call', performance.now(), new PhaseFigures('even', 1, 1_000));
  assert.ok((offsetMs() ?? 0) <= -9_000, 'one that is asked for once does');
});
