import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { startContender } from '../../bench/dispatch/processes.ts';
import { dispatchReport } from '../../bench/dispatch/report.ts';
import { figuresOf } from '../../bench/open/sweep.ts';
import { benchPage } from '../../bench/report/page.ts';
import { type Finding, judge } from '../../bench/report/thresholds.ts';
import { answer, startChild } from '../../bench/stage/child.ts';
import { Histogram } from '../../tools/load/histogram.ts';
import { listenFor } from '../support/api.ts';

const verdict = (is: number, threshold: { atLeast?: number; atMost?: number; reached?: number }): string | undefined =>
  judge({ figure: is }, [{ figure: 'figure', ...threshold }])[0]?.verdict;

test('a cost that was reached may become a fifth more', () => {
  assert.equal(verdict(119.9, { reached: 100 }), 'held');
  assert.equal(verdict(120.1, { reached: 100 }), 'MISSED');
  assert.equal(judge({ figure: 90 }, [{ figure: 'figure', reached: 100 }])[0]?.bound, 'at most 120');
});

test('other bounds are held against as they stand', () => {
  assert.deepEqual([verdict(0.12, { atLeast: 0.12 }), verdict(0.11, { atLeast: 0.12 })], ['held', 'MISSED']);
  assert.deepEqual([verdict(185, { atMost: 185 }), verdict(186, { atMost: 185 })], ['held', 'MISSED']);
});

test('what was not measured is not held', () => {
  assert.equal(judge({}, [{ figure: 'figure', reached: 1 }])[0]?.verdict, 'not measured');
  assert.equal(verdict(Number.POSITIVE_INFINITY, { atLeast: 1 }), 'not measured');
  assert.equal(verdict(JSON.parse(JSON.stringify(Number.POSITIVE_INFINITY)), { atMost: 1 }), 'not measured');
});

test('the page opens with what holds and what is missed, and marks it so if something is missed', () => {
  const finding = (figure: string, verdict: Finding['verdict']): Finding => ({ figure, verdict, is: '1.00', bound: 'at least 1' });
  const page = (...findings: readonly Finding[]): string => benchPage({ at: new Date(0), machine: '<two> cores', findings, reports: [] });
  const missed = page(finding('a', 'held'), finding('b & c', 'MISSED'), finding('d', 'not measured'));
  assert.match(missed, /<header class="bad">\s*<h1>1 of 3 thresholds hold, 1 missed, 1 not measured<\/h1>\s*<p>Missed: b &amp; c<\/p>/);
  assert.match(missed, /&lt;two&gt; cores/);
  assert.match(page(finding('a', 'held')), /<header class="good">\s*<h1>1 of 1 thresholds hold<\/h1>/);
});

test('bench:open reports nothing of a service that keeps up with nothing', () => {
  const outcome = { achieved: 1, offered: 1, dropped: 0, failed: 0, response: new Histogram() };
  assert.deepEqual(figuresOf(0, outcome, outcome), []);
  const names = figuresOf(1, outcome, outcome).map(([figure]) => [`POST /calls, ${figure}`, 1]);
  const held = judge(Object.fromEntries(names)).filter(({ figure }) => figure.includes('the knee'));
  assert.equal(held.length, 3);
  assert.ok(held.every(({ verdict: is }) => is !== 'not measured'));
});

test('bench:dispatch ends where a delivery of a contender fails', async (t) => {
  const refusing = await listenFor(
    t,
    createServer((_request, response) => void response.writeHead(500).end()),
  );
  const place = { receiverPorts: [refusing.port], databaseUrl: '', redisPort: null, tenants: 1, logLevel: 'silent', tracing: {} };
  const contender = await startContender('limit', place);
  t.after(() => contender.close());
  await assert.rejects(contender.perform({ kind: 'saturate', first: 0, seconds: 0.1, outstanding: 1 }), /ended early/);
});

test('a program of a bench that ends is not waited for', async () => {
  const typesAlone = new URL('../../bench/report/report.ts', import.meta.url);
  await assert.rejects(answer(startChild(typesAlone)), /report.ts ended early/);
});

test('bench:dispatch reports every figure of deliveries that is held against a threshold', () => {
  const waits = { p50: 1, p90: 1, p99: 1, max: 1 };
  const cpu = { service: 1, postgres: 1, redis: 1, receiver: 1 };
  const run = { count: 1, perSecond: 1, cpu, firstByteMs: waits, recordedMs: waits };
  const figures = { saturated: run, saturatedRuns: [run], atRest: null, atHalf: null };
  const all = new Map(['limit', 'ringpost', 'bullmq', 'pg-boss', 'graphile-worker'].map((name) => [name, figures]));
  const report = dispatchReport({ whole: null, machine: '', setting: '', figures: all, stored: new Map() });
  const held = judge(report.figures).filter(({ figure }) => figure.startsWith('deliveries'));
  assert.ok(held.some(({ figure }) => figure === 'deliveries CPU us, service'));
  assert.deepEqual(
    held.filter(({ verdict: is }) => is === 'not measured'),
    [],
  );
});
