import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sign, signingKey } from '../../src/dispatch/signature.ts';

// holds: A-SIGN-01, A-SIGN-02
test('the signature is what a receiver computes over the timestamp, a full stop and the raw body', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.uint8Array(), (secret, timestamp, body) => {
      const expected = createHmac('sha256', secret)
        .update(Buffer.concat([Buffer.from(`${timestamp}.`), body]))
        .digest('hex');
      assert.equal(sign(signingKey(secret), timestamp, body), `sha256=${expected}`);
    }),
  );
});

// holds: A-SIGN-01
test('it is keyed by the secret as text, as OpenSSL computes it too', () => {
  // printf '1767441845.{"a":1}' | openssl dgst -sha256 -hmac 00ff
  assert.equal(
    sign(signingKey('00ff'), 1_767_441_845, '{"a":1}'),
    'sha256=9b74f69976e7a4f156189724284cea9fcb8b4b20c43592c455ebeae2cf7d1a95',
  );
});
