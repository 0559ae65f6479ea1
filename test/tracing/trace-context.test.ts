import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTraceparent, traceContextOf, traceIdOf, traceparentOf } from '../../src/process/trace-context.ts';

const ids = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const written = `00-${ids.traceId}-${ids.spanId}-01`;

test('what is kept takes 24 bytes and is written again as the header it was read from', () => {
  const context = traceContextOf(ids);
  assert.equal(context.length, 24);
  assert.equal(traceparentOf(context), written);
  assert.equal(traceIdOf(context), ids.traceId);
});

const readings: readonly (readonly [header: string, isSampled: boolean | null])[] = [
  [written, true],
  [written.replace(/01$/, '00'), false],
  [written.replace(/01$/, '03'), true],
  [written.replace(/^00/, 'cc'), true],
  [`${written.replace(/^00/, 'cc')}-what-comes-later`, true],
  [`${written}-more`, null],
  [written.replace(/^00/, 'ff'), null],
  [written.replace(ids.traceId, '0'.repeat(32)), null],
  [written.replace(ids.spanId, '0'.repeat(16)), null],
  [written.toUpperCase(), null],
  ['', null],
  ['nonsense', null],
];

for (const [header, isSampled] of readings)
  test(`"${header}" is ${isSampled === null ? 'not readable' : isSampled ? 'sampled' : 'not sampled'}`, () =>
    assert.deepEqual(readTraceparent(header), isSampled === null ? null : { ...ids, isSampled }));
