import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { callTo, manualSimulator, officialClient } from './support.ts';
import { accountSid, authToken, officialTexts, textSimulator, textTo } from './text-support.ts';

const account = { numbers: [{ id: 'number-1', number: '+14155550100' }], credentialId: 'credential-1' };

test('in strict mode calls go out from the numbers of the account alone, which can be read and listed', async (t) => {
  const simulator = await manualSimulator(t, { account });
  const { calls, phoneNumbers } = officialClient(simulator);
  const call = callTo(numberFor('busy'), simulator);
  await assert.rejects(calls.create({ ...call, phoneNumberId: 'number-9' }), /phoneNumberId number-9 does not exist/);
  const { phoneNumberId: _, ...numberless } = call;
  const inline = (twilioPhoneNumber: string) => ({ ...numberless, phoneNumber: { twilioPhoneNumber, twilioAccountSid: 'AC1' } });
  await assert.rejects(calls.create(inline('+19995550100')), /phoneNumber \+19995550100 does not exist/);
  await assert.rejects(calls.create({ ...call, phoneNumberId: 12 as never }), /phoneNumberId must be a string/);
  await calls.create(call);
  assert.equal(simulator.ledger.read().totals.dials, 1);
  await calls.create(inline('+14155550100'));
  const found = await phoneNumbers.get({ id: 'number-1' });
  assert.deepEqual(
    [found.id, found.provider, found.status, 'number' in found && found.number],
    ['number-1', 'twilio', 'active', '+14155550100'],
  );
  assert.deepEqual(
    (await phoneNumbers.list()).map(({ id }) => id),
    ['number-1'],
  );
  await assert.rejects(phoneNumbers.get({ id: 'number-9' }), { statusCode: 404 });
});

test("in strict mode callbacks are signed only for the account's credential", async (t) => {
  const simulator = await manualSimulator(t, { account });
  const { calls } = officialClient(simulator);
  const call = callTo(numberFor('busy'), simulator);
  const naming = (credentialId: string) => ({
    ...call,
    assistantOverrides: { ...call.assistantOverrides, server: { ...call.assistantOverrides.server, credentialId } },
  });
  const signatures = async (): Promise<readonly boolean[]> => {
    await simulator.runUntilIdle();
    const { deliveries = [] } = simulator.receivers.find('callbacks') ?? {};
    return deliveries.map(({ headers }) => headers['x-signature'] !== undefined);
  };
  await calls.create(call);
  assert.deepEqual(await signatures(), [false, false, false]);
  await assert.rejects(calls.create(naming('credential-9')), /credentialId credential-9 does not exist/);
  const ofAssistant = { ...call.assistantOverrides, credentialIds: ['credential-1', 'credential-9'] };
  await assert.rejects(calls.create({ ...call, assistantOverrides: ofAssistant }), /credentialId credential-9 does not exist/);
  await calls.create(naming('credential-1'));
  assert.deepEqual(await signatures(), [false, false, false, true, true, true]);
});

test('in strict mode texts go out from the numbers of the account alone, which say where incoming texts go', async (t) => {
  const textInboundUrl = 'http://127.0.0.1:8080/callbacks/sms/twilio/inbound';
  const simulator = await textSimulator(t, { account, textInboundUrl });
  const { messages, incomingPhoneNumbers } = officialTexts(simulator);
  const text = textTo(textNumberFor('delivered'), simulator);
  await messages.create(text);
  await assert.rejects(messages.create({ ...text, from: '+14155550109' }), { code: 21606 });
  // The senders of a messaging service are the account's own.
  const { from: _, ...ofService } = { ...text, messagingServiceSid: 'MG00000000000000000000000000000000' };
  await messages.create(ofService);
  await assert.rejects(messages.create({ ...ofService, from: '+14155550109' }), { code: 21606 });
  const [found, ...others] = await incomingPhoneNumbers.list({ phoneNumber: '+14155550100' });
  assert.deepEqual([found?.smsUrl, found?.smsMethod, found?.capabilities.sms, others.length], [textInboundUrl, 'POST', true, 0]);
  assert.deepEqual(await incomingPhoneNumbers.list({ phoneNumber: '+14155550109' }), []);
});

test('without strict mode every number exists, and every callback is signed', async (t) => {
  const simulator = await manualSimulator(t, { twilioAccountSid: accountSid, twilioAuthToken: authToken });
  const { calls, phoneNumbers } = officialClient(simulator);
  await calls.create({ ...callTo(numberFor('busy'), simulator), phoneNumberId: 'any' });
  await simulator.runUntilIdle();
  const { deliveries = [] } = simulator.receivers.find('callbacks') ?? {};
  assert.ok(deliveries.length > 0 && deliveries.every(({ headers }) => headers['x-signature'] !== undefined));
  assert.equal((await phoneNumbers.get({ id: 'any' })).status, 'active');
  assert.equal((await officialTexts(simulator).incomingPhoneNumbers.list({ phoneNumber: '+14155550109' })).length, 1);
});
