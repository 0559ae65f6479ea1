import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf } from '../../src/operator/moment.ts';

test('whatever time a schema lets through is read, and anything else refused', () => {
  for (const [text, iso] of [
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['2026-01-01t00:00:00.5z', '2026-01-01T00:00:00.500Z'],
    ['2026-01-01 02:00:00+02', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T05:30:00+05:30', '2026-01-01T00:00:00.000Z'],
  ] as const)
    assert.equal(momentOf(text, '/query/since').toISOString(), iso, text);
  for (const text of ['2026-01-01T00:00:00+99:99', '9999-12-31T23:59:60Z', '0000-01-01T00:00:00+00:01'])
    assert.throws(() => momentOf(text, '/query/since'), { code: 'invalid_request' }, text);
});
