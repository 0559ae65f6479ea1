import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readConfig } from '../../src/process/config.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { openTracing } from '../../src/tracing/open-telemetry.ts';
import type { NewSpan } from '../../src/tracing/tracing.ts';
import { otlpCollector } from '../support/otlp-collector.ts';

const span: NewSpan = { name: 'a step', kind: 'internal', attributes: {} };
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const from = (flags: '00' | '01'): string => `00-${traceId}-00f067aa0ba902b7-${flags}`;

async function opened(t: TestContext, env: Record<string, string> = {}) {
  const collector = await otlpCollector(t);
  const settings = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env }).tracing;
  assert.ok(settings);
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const metrics = createMetrics();
  const lost = async () => Object.fromEntries((await metrics.spansLost.get()).values.map(({ labels, value }) => [labels.reason, value]));
  return { collector, lines, lost, tracing: openTracing(settings, { log, metrics }) };
}

const samplers: readonly (readonly [sampler: string, arg: string, alone: boolean, sampled: boolean, unsampled: boolean])[] = [
  ['', '', true, true, false],
  ['always_on', '', true, true, true],
  ['always_off', '', false, false, false],
  ['traceidratio', '0', false, false, false],
  ['traceidratio', '1', true, true, true],
  ['parentbased_always_off', '', false, true, false],
  ['parentbased_traceidratio', '0', false, true, false],
];

for (const [sampler, arg, alone, sampled, unsampled] of samplers)
  test(`the sampler ${sampler || 'by default'} ${arg} decides for requests alone, and for those of callers who trace or do not`, async (t) => {
    const { tracing } = await opened(t, { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: arg });
    const takes = (traceparent?: string): boolean => tracing.beginTrace(span, traceparent) !== null;
    assert.deepEqual([takes(), takes(from('01')), takes(from('00'))], [alone, sampled, unsampled]);
    await tracing.close(5_000);
  });

test('a header that cannot be read begins a trace of our own', async (t) => {
  const { tracing, collector } = await opened(t);
  tracing.beginTrace(span, 'nonsense')?.end();
  await tracing.close(5_000);
  assert.equal(collector.spans[0]?.parentSpanId, undefined);
});

test('stopping sends what is left', async (t) => {
  const { tracing, collector, lines } = await opened(t);
  tracing.beginTrace(span, from('01'))?.end({ 'error.type': '500' });
  assert.deepEqual(collector.spans, []);
  await tracing.close(5_000);
  assert.deepEqual(
    collector.spans.map(({ name, traceId: of, hasFailed }) => [name, of, hasFailed]),
    [['a step', traceId, true]],
  );
  assert.deepEqual(lines, []);
});

test('a collector that never answers holds nobody up for longer than the grace time', async (t) => {
  const { tracing, collector, lines } = await opened(t);
  collector.answer(null);
  tracing.beginTrace(span, undefined)?.end();
  await tracing.close(20);
  assert.deepEqual(lines, ['the last traces could not be exported in time']);
});

test('a collector that refuses is told of once, and once when it takes spans again, and what it refused is counted', async (t) => {
  const { tracing, collector, lines, lost } = await opened(t, { OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1', OTEL_BSP_SCHEDULE_DELAY: '1' });
  const exported = async (): Promise<void> => {
    const before = collector.raw.length;
    tracing.beginTrace(span, undefined)?.end();
    while (collector.raw.length === before) await new Promise(setImmediate);
  };
  collector.answer(400);
  await exported();
  await exported();
  collector.answer(200);
  await exported();
  await tracing.close(5_000);
  assert.deepEqual(lines, ['traces cannot be exported and are lost until they can be', 'traces are exported again']);
  assert.deepEqual(await lost(), { export_failed: 2 });
});

test('spans that find the queue full are counted and told of once, until half of it is free', async (t) => {
  const { tracing, collector, lines, lost } = await opened(t, { OTEL_BSP_MAX_QUEUE_SIZE: '4', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4' });
  // Four are on their way at once, four wait for them, three find no place.
  for (let ended = 0; ended < 11; ended += 1) tracing.beginTrace(span, undefined)?.end();
  assert.deepEqual(lines, ['spans come faster than they are exported, and those that find the queue full are lost']);
  await tracing.close(5_000);
  assert.equal(collector.spans.length, 8);
  assert.deepEqual(await lost(), { queue_full: 3 });
  assert.deepEqual(lines.slice(1), ['traces are exported again']);
});
