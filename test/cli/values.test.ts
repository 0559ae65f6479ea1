import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDuration, showDuration } from '../../cli/duration.ts';
import { parseMoney, showMoney } from '../../cli/money.ts';
import { operatorAddress } from '../../cli/operator-address.ts';

test('lengths of time', () => {
  const cases = { '90m': 5_400, '1h30m': 5_400, '2d': 172_800, '1w': 604_800, '45': 45, '45s': 45, '0s': 0 };
  for (const [text, seconds] of Object.entries(cases)) assert.equal(parseDuration(text), seconds, text);
  for (const text of ['', 'm', '90 m', '-5m', '1.5h', '5x', '5m3']) assert.equal(parseDuration(text), null, text);
  assert.deepEqual([0, 45, 5_400, 180_000].map(showDuration), ['0 s', '45 s', '1 h 30 min', '2 d 2 h']);
});

test('money is read digit by digit and comes back as it was', () => {
  assert.equal(parseMoney('0.1'), 100_000);
  assert.equal(parseMoney('4.35'), 4_350_000, 'as a double times a million this would be a little less');
  for (const text of ['', '.5', '1.', '1.2345678', '-1', '1e3', '1,000', '٣']) assert.equal(parseMoney(text), null, text);
  assert.deepEqual([0, 1, -150_000, 12_500_000].map(showMoney), ['0.00', '0.000001', '-0.15', '12.50']);
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e15 - 1 }), (micros) => parseMoney(showMoney(micros)) === micros));
});

test('a token from the data folder goes to this machine or to the address beside it, never to another one', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-address-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const none = { url: undefined, token: undefined };
  const at = (given: Partial<{ url: string; token: string }>, env: Record<string, string> = {}) =>
    operatorAddress({ ...none, ...given }, env, folder);
  assert.throws(() => at({}), /No operator API is known here/);
  mkdirSync(join(folder, '.ringpost'));
  writeFileSync(join(folder, '.ringpost', 'secrets.json'), JSON.stringify({ OPERATOR_TOKEN: 'kept' }));
  assert.deepEqual(at({}), { url: 'http://127.0.0.1:8081', token: 'kept' }, 'as `ringpost serve` left it');
  assert.deepEqual(at({}, { OPERATOR_PORT: '9001' }), { url: 'http://127.0.0.1:9001', token: 'kept' });
  assert.deepEqual(at({ url: 'http://localhost:9002/' }), { url: 'http://localhost:9002', token: 'kept' });
  assert.throws(() => at({ url: 'https://ringpost.example.com' }), /wants a token/);
  assert.throws(() => at({}, { OPERATOR_URL: 'http://127.0.0.1.example.com' }), /wants a token/);
  writeFileSync(join(folder, '.ringpost', 'start.json'), JSON.stringify({ operatorUrl: 'http://10.0.0.1:1', operatorToken: 'started' }));
  assert.deepEqual(at({}), { url: 'http://10.0.0.1:1', token: 'started' });
  assert.deepEqual(at({}, { OPERATOR_TOKEN: 'said' }), { url: 'http://10.0.0.1:1', token: 'said' });
  assert.throws(() => at({ url: 'ftp://x' }), /must begin with http/);
});
