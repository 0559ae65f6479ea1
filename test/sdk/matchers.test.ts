import assert from 'node:assert/strict';
import { test } from 'node:test';
import { events } from '../../sdk/generated/fixtures.ts';
import { assertSignedDelivery, ringpostMatchers } from '../../sdk/testing/matchers.ts';
import { sign } from '../../sdk/webhooks.ts';

const secret = '4f8b1d6c0e2a97f35b6d8c1e7a904f2d3c5b6a79880e1f2d4c3b5a69788f0e1d';
const example = events['interested'] ?? assert.fail('There is no such example.');
const signed = sign(example, { secret });

test('a signed delivery passes, and says what it is', () => {
  assert.equal(ringpostMatchers.toBeSignedDelivery(signed, secret).pass, true);
  assert.equal(ringpostMatchers.toBeSignedDelivery(signed, secret, 'call.completed').pass, true);
  assert.deepEqual(assertSignedDelivery(signed, secret, 'call.completed').event, example);
});

test('a wrong secret, a changed body and another event fail with their reason', () => {
  const wrong = ringpostMatchers.toBeSignedDelivery(signed, 'a'.repeat(64));
  assert.equal(wrong.pass, false);
  assert.match(wrong.message(), /^wrong_secret: /);
  assert.match(ringpostMatchers.toBeSignedDelivery(signed, secret, 'sms.failed').message(), /It is call\.completed, and not sms\.failed/);
  assert.throws(() => assertSignedDelivery({ ...signed, body: '{}' }, secret), { name: 'AssertionError', message: /: / });
  assert.throws(() => assertSignedDelivery(signed, secret, 'sms.failed'), { name: 'AssertionError', message: /not sms\.failed/ });
});
