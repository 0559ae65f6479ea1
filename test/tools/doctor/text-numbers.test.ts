import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { readConfig } from '../../../src/process/config.ts';
import { inboundUrl } from '../../../src/texts/twilio/callbacks.ts';
import { incomingTexts } from '../../../tools/doctor/text-numbers.ts';
import { listenOfFile } from '../../support/api.ts';

const phoneNumber = '+14155550100';
const publicUrl = 'https://ringpost.test';
let application: string | null;
const server = createServer((_request, response) => {
  const number = { phone_number: phoneNumber, sms_url: inboundUrl(publicUrl), sms_method: 'POST', sms_application_sid: application };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ incoming_phone_numbers: [number] }));
});
const { origin } = await listenOfFile(server);

test('a number that has an application at Twilio sends its texts to that, whatever its own address is', async () => {
  const settings = { TWILIO_BASE_URL: origin, TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', PUBLIC_URL: publicUrl };
  const config = readConfig({ RINGPOST_ENV: 'sandbox', OPERATOR_TOKEN: 'operator-token-of-the-tests', ...settings });
  const seen = () => incomingTexts(config, [{ phoneNumber, providerNumberId: 'number-1' }]);
  for (application of ['', null])
    assert.deepEqual(
      (await seen()).map(({ state }) => state),
      ['good'],
    );
  application = 'AP0123456789abcdef0123456789abcdef';
  const [only] = await seen();
  assert.equal(only?.state, 'fault');
  assert.match(
    `${only?.found} ${only?.advice}`,
    /the application AP0123456789abcdef0123456789abcdef says.*"A message comes in" to Webhook/,
  );
});
