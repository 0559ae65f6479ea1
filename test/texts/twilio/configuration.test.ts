import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/process/config.ts';
import { ConfigError } from '../../../src/process/environment.ts';
import { noTexts } from '../../../src/texts/no-texts.ts';
import { production } from '../../support/production.ts';

test('outside production the simulator stands in', () => {
  assert.deepEqual(readConfig({}).twilio, {
    baseUrl: 'http://127.0.0.1:8090/twilio',
    accountSid: 'simulated',
    authToken: 'simulated',
    oldAuthTokens: [],
  });
});

test('in production texts may be left out, and are Twilio’s own where both credentials are set', () => {
  assert.equal(readConfig(production).twilio, null);
  assert.deepEqual(readConfig({ ...production, TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x'.repeat(32) }).twilio, {
    baseUrl: 'https://api.twilio.com',
    accountSid: 'AC1',
    authToken: 'x'.repeat(32),
    oldAuthTokens: [],
  });
});

test('older tokens are a list, and as long as the token', () => {
  const both = { ...production, TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x'.repeat(32) };
  const [first, second] = ['y'.repeat(32), 'z'.repeat(32)];
  assert.deepEqual(readConfig({ ...both, TWILIO_AUTH_TOKEN_OLD: `${first}, ${second}` }).twilio?.oldAuthTokens, [first, second]);
  assert.throws(() => readConfig({ ...both, TWILIO_AUTH_TOKEN_OLD: 'short' }), /TWILIO_AUTH_TOKEN_OLD/);
});

test('half a credential stops the start', () => {
  for (const half of [{ TWILIO_ACCOUNT_SID: 'AC1' }, { TWILIO_AUTH_TOKEN: 'x' }])
    assert.throws(() => readConfig({ ...production, ...half }), ConfigError);
  assert.throws(() => readConfig({ TWILIO_BASE_URL: 'twilio' }), /TWILIO_BASE_URL/);
});

test('without a provider no callback is believed and nothing is sent', async () => {
  const request = { headers: { 'x-twilio-signature': 'x' }, url: '/', rawBody: Buffer.from('') };
  assert.deepEqual(noTexts.readStatus(request), { ok: false, why: 'bad_signature' });
  assert.deepEqual(noTexts.readInbound(request), { ok: false, why: 'bad_signature' });
  assert.equal((await noTexts.send({ messageId: 'm', to: '+1', from: '+2', body: 'x' })).kind, 'unavailable');
});
