import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatorFor } from '../support/simulator.ts';
import { callTo, officialClient } from './support.ts';
import { accountSid, authToken, officialTexts, textTo } from './text-support.ts';

test('under load deliveries are answered bare and counted, and one in so many is judged', async (t) => {
  const simulator = await simulatorFor(t, { load: { verifyEvery: 10, sides: new Set(['receivers']) } });
  for (let n = 0; n < 25; n++) {
    const response = await fetch(simulator.receiverUrl('crm'), { method: 'POST', body: '{}' });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
  }
  const { totals } = simulator.ledger.read();
  assert.deepEqual([totals.deliveriesReceived, totals.deliveriesAccepted], [25, 25]);
  assert.equal(simulator.receivers.find('crm')?.received, 2);
});

test('under load the voice provider takes every call, counts it, and says no more of it', async (t) => {
  const simulator = await simulatorFor(t, { load: { verifyEvery: 10, sides: new Set(['voice']) } });
  for (const name of ['call_1', 'call_2', 'call_2']) await officialClient(simulator).calls.create(callTo('+15550110001', simulator, name));
  await simulator.runUntilIdle();
  const { totals } = simulator.ledger.read();
  assert.deepEqual([totals.dials, totals.duplicateDials, totals.callbacksSent], [3, 1, 0]);
});

test('under load the text provider takes every text, counts it, and says no more of it; what it refuses it still refuses', async (t) => {
  const simulator = await simulatorFor(t, {
    load: { verifyEvery: 10, sides: new Set(['texts']) },
    twilioAccountSid: accountSid,
    twilioAuthToken: authToken,
  });
  const { messages } = officialTexts(simulator);
  for (const id of ['msg_1', 'msg_2', 'msg_2']) {
    const { sid, status } = await messages.create(textTo('+14155550142', simulator, id));
    assert.deepEqual([sid.length, status], [34, 'queued']);
  }
  await assert.rejects(messages.create(textTo('+15005550001', simulator)), { code: 21211 });
  await assert.rejects(officialTexts(simulator, 'another token').messages.create(textTo('+14155550142', simulator)), { code: 20003 });
  await simulator.runUntilIdle();
  const { totals } = simulator.ledger.read();
  assert.deepEqual([totals.texts, totals.duplicateTexts, totals.textCallbacksSent], [3, 1, 0]);
});
