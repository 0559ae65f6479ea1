import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../cli/ports.ts';
import { startSimulator } from '../../simulator/simulator.ts';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { aesSecrets } from '../../src/process/secrets.ts';
import { operatorApi } from '../support/api.ts';
import { manualClock } from '../support/clock.ts';
import { testContext } from '../support/context.ts';
import { endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

/**
 * A real service process, killed with SIGKILL after the provider has taken a text and before it has answered. However it
 * goes: one text on the phone, one webhook, and the same key sends no second one.
 */

test('killed before the provider’s answer: the text is not sent again, and its report finds it', async (t) => {
  const system = await prepare(t);
  const order = { to: textNumberFor('provider-timeout-after-accepting'), body: 'Still selling?', dedupeKey: 'winter-1' };
  const first = await startServiceProcess(system.env);
  const asked = system.operator.post(system.path, order).then(
    () => 'answered',
    () => 'broken off',
  );
  await until('the provider has the text', async () => system.simulator.ledger.read().totals.texts === 1);
  await first.kill();
  assert.equal(await asked, 'broken off');

  const second = await startServiceProcess(system.env);
  const again = await system.operator.post(system.path, order);
  assert.equal(again.status, 202);
  await until('the webhook is there', async () => system.simulator.receivers.find('crm')?.received === 1);
  const { message } = (await system.operator.get(`${system.path}/${again.body.message.id}`)).body;
  assert.equal(message.status, 'delivered');
  const { texts, duplicateTexts, textsWithoutWebhook } = system.simulator.ledger.read().totals;
  assert.deepEqual({ texts, duplicateTexts, textsWithoutWebhook }, { texts: 1, duplicateTexts: 0, textsWithoutWebhook: 0 });
  assert.equal(await second.terminate(), 0);
});

/** A database, a simulator and a tenant; no service yet. */
async function prepare(t: TestContext) {
  const secretKey = randomBytes(32);
  const base = await testContext();
  const context = { ...base, secrets: aesSecrets(secretKey), clock: manualClock(new Date()) };
  // Slow enough that the report comes after the kill.
  const simulator = await startSimulator({ speed: 1, seed: 1, twilioAccountSid: 'AC1', twilioAuthToken: 'twilio-token' });
  const dataFolder = await mkdtemp(join(tmpdir(), 'ringpost-kill-'));
  const [port, operatorPort] = [await freePort(), await freePort()];
  t.after(async () => {
    await simulator.stop();
    await base.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  const owner = await tenant(context);
  await phoneNumber(context, owner.id);
  const target = await endpoint(context, owner.id, { url: simulator.receiverUrl('crm') });
  simulator.receivers.create('crm', { secret: target.secret });
  await trigger(context, owner.id, target.id, { eventType: 'sms.delivered' });
  return {
    simulator,
    path: `/tenants/${owner.id}/messages`,
    operator: operatorApi(`http://127.0.0.1:${operatorPort}`, 'operator-token'),
    env: {
      RINGPOST_ENV: 'sandbox',
      RINGPOST_DATA_FOLDER: dataFolder,
      RINGPOST_SECRET_KEY: secretKey.toString('base64'),
      OPERATOR_TOKEN: 'operator-token',
      DATABASE_URL: base.databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      OPERATOR_PORT: String(operatorPort),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      VAPI_BASE_URL: simulator.vapiUrl,
      TWILIO_BASE_URL: simulator.twilioUrl,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'twilio-token',
    },
  };
}
