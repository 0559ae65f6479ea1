import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formsOf } from './forms.ts';
import { openScene, playJourneys } from './journeys.ts';

/**
 * The journeys through calls, texts, webhooks and mistakes, and then every line that was logged, every metric, every
 * refusal and whatever commands printed, looked through for each secret that took part.
 */
test('no secret is in a log, a metric, a refusal or what a command prints', async (t) => {
  const scene = await openScene(t);
  await playJourneys(scene);
  const log = scene.logged.join('');
  for (const event of ['request failed', '"route":"placeCall"', '"status":401', '"msg":"ready"'])
    assert.ok(log.includes(event), `the log tells of ${event}`);
  assert.match(scene.said['what commands print'] ?? '', /voice provider/);
  assert.equal(Object.keys(scene.secrets).length, 14, 'each secret took part');

  const places = { ...scene.said, log, metrics: await scene.service.context.metrics.registry.metrics() };
  for (const [place, text] of Object.entries(places))
    for (const [name, secret] of Object.entries(scene.secrets))
      for (const found of writtenIn(text, secret)) assert.fail(`${name} is ${found} in ${place}`);
});

test('a secret is found in every form in which it may be written', () => {
  const secret = 'a+secret/with?marks&\u00e9';
  const base64 = [0, 1, 2].map((before) => Buffer.from(`${'x'.repeat(before)}${secret}yz`).toString('base64'));
  const url = Buffer.from(`:${secret}`).toString('base64url');
  for (const text of [secret, Buffer.from(secret).toString('hex'), encodeURIComponent(secret), ...base64, url])
    assert.notDeepEqual(writtenIn(`before ${text} after`, secret), [], text);
  assert.deepEqual(writtenIn('a secret with marks', secret), []);
});

const writtenIn = (text: string, secret: string): readonly string[] =>
  formsOf(secret).flatMap(([form, written]) => (text.includes(written) ? [form] : []));
