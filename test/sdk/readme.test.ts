import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { events } from '../../sdk/generated/fixtures.ts';
import { sign } from '../../sdk/webhooks.ts';
import { asyncApiDocument } from '../../src/contract/documents.ts';

const secret = '4f8b1d6c0e2a97f35b6d8c1e7a904f2d3c5b6a79880e1f2d4c3b5a69788f0e1d';

/** Has as many characters as a signature, and more bytes, with which `timingSafeEqual` throws. */
const longInBytes = 'é'.repeat('sha256='.length + 64);

/** What anybody can sign for a receiver whose setting is empty. */
const signedWithNothing = (body: Uint8Array): Record<string, string> => {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const digest = createHmac('sha256', '').update(`${timestamp}.`).update(body).digest('hex');
  return { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': `sha256=${digest}` };
};

test("the document's own verification takes what is signed, and nothing else", async () => {
  const [, block = ''] = /```js\n(.*?)```/s.exec(asyncApiDocument().info.description ?? '') ?? [];
  const module: { isFromRingpost(rawBody: Uint8Array, headers: object, secret: string): boolean } = await import(
    `data:text/javascript,${encodeURIComponent(`${block}\nexport { isFromRingpost };`)}`
  );
  const { headers, body } = sign(events.interested, { secret });
  const given = Object.fromEntries(new Headers(headers));
  assert.equal(module.isFromRingpost(body, given, secret), true);
  assert.equal(module.isFromRingpost(new TextEncoder().encode('{}'), given, secret), false);
  assert.equal(module.isFromRingpost(body, given, 'another'), false);
  assert.equal(module.isFromRingpost(body, {}, secret), false);
  assert.equal(module.isFromRingpost(body, signedWithNothing(body), ''), false);
  assert.equal(module.isFromRingpost(body, { ...given, 'x-webhook-signature': longInBytes }, secret), false);
});

test("the README's verification takes what is signed, and nothing else", async () => {
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [block, ...others] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text ?? '');
  assert.equal(others.length, 0);
  const module: { verify(secret: string, headers: object, rawBody: Uint8Array): boolean } = await import(
    `data:text/javascript,${encodeURIComponent(block ?? '')}`
  );
  const judged = (signed: ReturnType<typeof sign>, body = signed.body): boolean =>
    module.verify(secret, Object.fromEntries(new Headers(signed.headers)), body);
  const fresh = sign(events.interested, { secret });
  assert.equal(judged(fresh), true);
  assert.equal(judged(fresh, new TextEncoder().encode('{}')), false);
  assert.equal(judged(sign(events.interested, { secret: 'another' })), false);
  for (const minutes of [-10, 10])
    assert.equal(judged(sign(events.interested, { secret, at: new Date(Date.now() + minutes * 60_000) })), false);
  assert.equal(module.verify(secret, {}, fresh.body), false);
  assert.equal(module.verify('', signedWithNothing(fresh.body), fresh.body), false);
  assert.equal(judged({ ...fresh, headers: { ...fresh.headers, 'X-Webhook-Signature': longInBytes } }), false);
});
