import assert from 'node:assert/strict';
import { test } from 'node:test';
import { events } from '../../sdk/generated/fixtures.ts';
import vectors from '../../sdk/generated/vectors.json' with { type: 'json' };
import { type DeliveryRequest, sign, type VerifyOptions, type VerifyResult, verify } from '../../sdk/webhooks.ts';
import * as web from '../../sdk/webhooks-web.ts';
import { judgeSignature } from '../../simulator/receivers/signature.ts';

const secret = '4f8b1d6c0e2a97f35b6d8c1e7a904f2d3c5b6a79880e1f2d4c3b5a69788f0e1d';
const otherSecret = 'b1946ac92492d2347c6235b4d2611184e9a7c3f05d8b6a4f21c0e3d79865fa02';
const now = new Date('2026-01-03T12:04:05Z');

/** Both kinds of verification, which must never differ. */
async function verified(request: DeliveryRequest, options: VerifyOptions): Promise<VerifyResult> {
  const result = verify(request, options);
  assert.deepEqual(await web.verify(request, options), result);
  return result;
}

async function reasonOf(request: DeliveryRequest, options: Partial<VerifyOptions> = {}): Promise<string> {
  const result = await verified(request, { secret, now, ...options });
  return result.ok ? 'ok' : result.reason;
}

const signed = (at = now): DeliveryRequest => sign(events.interested, { secret, at });

test('every published vector verifies', async () => {
  for (const { name, secret, timestamp, bodyBase64, header } of vectors.vectors) {
    const headers = { 'X-Webhook-Signature': header, 'X-Webhook-Timestamp': timestamp, 'X-Webhook-Delivery-Id': crypto.randomUUID() };
    const result = await verified(
      { headers, body: Buffer.from(bodyBase64, 'base64') },
      { secret, now: new Date(Number(timestamp) * 1_000) },
    );
    // The empty object and the odd spacing are no events; their signatures hold nevertheless.
    assert.ok(result.ok || result.reason === 'not_an_event', name);
  }
});

test('what is signed verifies, here, in the simulator and with WebCrypto, and brings the typed event', async () => {
  const deliveryId = crypto.randomUUID();
  for (const event of Object.values(events)) {
    const request = sign(event, { secret, at: now, deliveryId });
    assert.deepEqual(await web.sign(event, { secret, at: now, deliveryId }), request);
    assert.deepEqual(await verified(request, { secret, now }), { ok: true, known: true, event, deliveryId, signedAt: now });
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]));
    assert.equal(judgeSignature({ headers, body: request.body }, secret, now).reason, 'valid');
  }
});

test('a delivery of an endpoint with Standard Webhooks has the published signature too, and still verifies', async () => {
  for (const { secret, timestamp, deliveryId, bodyBase64, header, standardHeader } of vectors.vectors) {
    const options = { secret, at: new Date(Number(timestamp) * 1_000), deliveryId, standardWebhooks: true };
    const request = sign(Buffer.from(bodyBase64, 'base64'), options);
    assert.deepEqual(await web.sign(Buffer.from(bodyBase64, 'base64'), options), request);
    assert.equal(request.headers['X-Webhook-Signature'], header);
    assert.deepEqual(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => request.headers[name]),
      [deliveryId, timestamp, standardHeader],
    );
  }
  assert.equal(await reasonOf(sign(events.interested, { secret, at: now, standardWebhooks: true })), 'ok');
});

test('headers are found in a Headers object, in any case, and as lists of one', async () => {
  const { headers, body } = sign(events.smsReceived, { secret, at: now });
  assert.equal(await reasonOf({ headers: new Headers(headers), body }), 'ok');
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]);
  assert.equal(await reasonOf({ headers: Object.fromEntries(lowered), body }), 'ok');
  assert.equal(await reasonOf({ headers: { ...headers, 'X-Webhook-Timestamp': ['1767441845', '1767441846'] }, body }), 'missing_header');
});

test('a body is bytes, a buffer or its text', async () => {
  const { headers, body } = sign(events.smsReceived, { secret, at: now });
  assert.equal(await reasonOf({ headers, body: body.buffer }), 'ok');
  assert.equal(await reasonOf({ headers, body: Buffer.from(body).toString() }), 'ok');
});

test('the timestamp may be 300 s off in both directions, and no more', async () => {
  const at = (seconds: number): DeliveryRequest => signed(new Date(now.getTime() + seconds * 1_000));
  assert.equal(await reasonOf(at(-300)), 'ok');
  assert.equal(await reasonOf(at(-301)), 'timestamp_too_old');
  assert.equal(await reasonOf(at(300)), 'ok');
  assert.equal(await reasonOf(at(301)), 'timestamp_in_future');
  assert.equal(await reasonOf(at(-30), { toleranceSeconds: 10 }), 'timestamp_too_old');
  // A setting that was not read lets nothing pass.
  assert.equal(await reasonOf(at(-3_000), { toleranceSeconds: Number.NaN }), 'timestamp_too_old');
});

test('any of several secrets may have signed', async () => {
  assert.equal(await reasonOf(signed(), { secret: [otherSecret, secret] }), 'ok');
  assert.equal(await reasonOf(signed(), { secret: [otherSecret] }), 'wrong_secret');
});

test('one changed byte of body, timestamp or signature is refused', async () => {
  const { headers, body } = sign(events.interested, { secret, at: now });
  const changed = new Uint8Array(body);
  changed[changed.length - 3] = 0x20;
  assert.equal(await reasonOf({ headers, body: changed }), 'wrong_secret');
  assert.equal(await reasonOf({ headers: { ...headers, 'X-Webhook-Timestamp': '1767441846' }, body }), 'wrong_secret');
  const signature = `sha256=${'0'.repeat(64)}`;
  assert.equal(await reasonOf({ headers: { ...headers, 'X-Webhook-Signature': signature }, body }), 'wrong_secret');
});

test('the usual mistakes of a receiver are told by reason and hint', async () => {
  const { headers, body } = sign(events.interested, { secret, at: now });
  const text = new TextDecoder().decode(body);
  const hint = async (request: { headers: DeliveryRequest['headers']; body: unknown }, options: Partial<VerifyOptions> = {}) => {
    // A caller in JavaScript passes anything.
    const result = await verified(request as DeliveryRequest, { secret, now, ...options });
    return result.ok ? 'ok' : `${result.reason}: ${result.hint}`;
  };
  assert.match(await hint({ headers, body: JSON.parse(text) }), /^body_not_raw: .*express\.raw/);
  assert.match(await hint({ headers, body: '' }), /^body_empty: The body is empty/);
  assert.match(await hint({ headers, body: JSON.stringify(JSON.parse(text), null, 2) }), /^body_reserialised: /);
  assert.match(await hint({ headers, body }, { secret: `${secret}\n` }), /^wrong_secret: .*white space/);
  assert.match(await hint({ headers, body }, { secret: '' }), /^secret_malformed: /);
  assert.match(await hint({ headers, body }, { secret: `${'*'.repeat(60)}0e1d` }), /^secret_malformed: .*masked/);
  assert.match(await hint({ headers: {}, body }), /^missing_header: X-Webhook-Signature/);
  assert.match(await hint({ headers: { ...headers, 'X-Webhook-Timestamp': '1767441845000' }, body }), /^malformed_header: .*seconds/);
  assert.match(await hint({ headers: { ...headers, 'X-Webhook-Signature': 'sha256=ABC' }, body }), /^malformed_header: .*lower-case/);
  assert.match(await hint({ headers: { ...headers, 'X-Webhook-Delivery-Id': '1' }, body }), /^malformed_header: .*UUID/);
});

test('metadata that is nested deeper than the service takes it does not make verify throw', async () => {
  const { data } = events.interested;
  for (const depth of [2_000, 4_000, 8_000]) {
    const text = JSON.stringify({ ...events.interested, data: { ...data, metadata: { deep: 'here' } } });
    const request = sign(text.replace('"here"', `${'['.repeat(depth)}${']'.repeat(depth)}`), { secret, at: now });
    for (const result of [verify(request, { secret, now }), await web.verify(request, { secret, now })])
      assert.ok(result.ok && result.known, `${depth}`);
  }
});

test('a signed body that is no event is refused, and one newer than this package is handed on untyped', async () => {
  assert.equal(await reasonOf(sign('[]', { secret, at: now })), 'not_an_event');
  assert.equal(await reasonOf(sign(new Uint8Array([0xff, 0xfe]), { secret, at: now })), 'not_an_event');
  for (const event of [
    { event: 'call.transferred', timestamp: now.toISOString(), data: {} },
    { ...events.aiCall, data: { ...events.aiCall.data, origin: 'partner' } },
    { event: 'constructor', timestamp: now.toISOString(), data: {} },
  ]) {
    const result = await verified(sign(event, { secret, at: now }), { secret, now });
    assert.ok(result.ok && !result.known, event.event);
    assert.deepEqual(result.event, event);
  }
});
