import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { addressReader } from '../../src/http/address.ts';

const from = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

test('a caller’s own X-Forwarded-For is not believed', () => {
  assert.equal(addressReader([])(from('203.0.113.9', '198.51.100.1')), '203.0.113.9');
  assert.equal(addressReader(['10.0.0.0/8'])(from('203.0.113.9', '198.51.100.1')), '203.0.113.9');
});

test('a trusted proxy’s is, from the right as far as the proxies are ours', () => {
  const addressOf = addressReader(['10.0.0.0/8', '192.0.2.7']);
  assert.equal(addressOf(from('10.1.2.3', '6.6.6.6, 198.51.100.1')), '198.51.100.1');
  assert.equal(addressOf(from('::ffff:10.1.2.3', '6.6.6.6, 198.51.100.1, 192.0.2.7, 10.9.9.9')), '198.51.100.1');
  for (const [forwarded, owner] of [
    ['6.6.6.6:80, 198.51.100.1:51234', '198.51.100.1'],
    ['198.51.100.1:51234, 10.9.9.9:443', '198.51.100.1'],
    ['[2001:db8::1]:51234', '2001:db8::/64'],
    ['[2001:db8::1]', '2001:db8::/64'],
    ['2001:db8::1', '2001:db8::/64'],
  ] as const)
    assert.equal(addressOf(from('10.1.2.3', forwarded)), owner, forwarded);
  assert.equal(addressOf(from('10.1.2.3', 'nonsense')), '10.1.2.3');
  assert.equal(addressOf(from('10.1.2.3')), '10.1.2.3');
});

test('the addresses of one IPv6 network share a budget', () => {
  const addressOf = addressReader([]);
  assert.equal(addressOf(from('2001:db8:1:2:3:4:5:6')), addressOf(from('2001:db8:1:2::1')));
  assert.notEqual(addressOf(from('2001:db8:1:2::1')), addressOf(from('2001:db8:1:3::1')));
  assert.equal(addressOf(from('::ffff:203.0.113.9')), '203.0.113.9');
});
