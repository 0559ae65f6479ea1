import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { operatorApi } from '../support/api.ts';
import { cellFor } from '../support/cell.ts';
import { endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import { simulatorFor } from '../support/simulator.ts';
import { until } from '../support/until.ts';

/**
 * A real service process, killed with SIGKILL after the provider has taken a text and before it has answered. However it
 * goes: one text on the phone, one webhook, and the same key sends no second one.
 */

test('killed before the provider’s answer: the text is not sent again, and its report finds it', async (t) => {
  const system = await prepare(t);
  const order = { to: textNumberFor('provider-timeout-after-accepting'), body: 'Still selling?', dedupeKey: 'winter-1' };
  const first = await system.start();
  const asked = system.operator.post(system.path, order).then(
    () => 'answered',
    () => 'broken off',
  );
  await until('the provider has the text', async () => system.simulator.ledger.read().totals.texts === 1);
  await first.kill();
  assert.equal(await asked, 'broken off');

  const second = await system.start();
  const again = await system.operator.post(system.path, order);
  assert.equal(again.status, 202);
  await until('the webhook is there', async () => system.simulator.receivers.find('crm')?.received === 1);
  const { message } = (await system.operator.get(`${system.path}/${again.body.message.id}`)).body;
  assert.equal(message.status, 'delivered');
  const { texts, duplicateTexts, textsWithoutWebhook } = system.simulator.ledger.read().totals;
  assert.deepEqual({ texts, duplicateTexts, textsWithoutWebhook }, { texts: 1, duplicateTexts: 0, textsWithoutWebhook: 0 });
  assert.equal(await second.terminate(), 0);
});

/** A cell, a simulator and a tenant; no service yet. */
async function prepare(t: TestContext) {
  const { context, operatorUrl, operatorToken, start } = await cellFor(t);
  // Slow enough that the report comes after the kill.
  const simulator = await simulatorFor(t, { speed: 1, seed: 1, twilioAccountSid: 'AC1', twilioAuthToken: 'twilio-token' });
  const { id: tenantId } = await tenant(context);
  await phoneNumber(context, tenantId);
  const target = await endpoint(context, tenantId, { url: simulator.receiverUrl('crm') });
  simulator.receivers.create('crm', { secret: target.secret });
  await trigger(context, tenantId, target.id, { eventType: 'sms.delivered' });
  return {
    simulator,
    path: `/tenants/${tenantId}/messages`,
    operator: operatorApi(operatorUrl, operatorToken),
    start: () =>
      start({
        VAPI_BASE_URL: simulator.vapiUrl,
        TWILIO_BASE_URL: simulator.twilioUrl,
        TWILIO_ACCOUNT_SID: 'AC1',
        TWILIO_AUTH_TOKEN: 'twilio-token',
      }),
  };
}
