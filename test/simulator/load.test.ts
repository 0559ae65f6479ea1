import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSimulator } from '../../simulator/simulator.ts';
import { callTo, officialClient } from './support.ts';

test('under load deliveries are answered bare and counted, and one in so many is judged', async (t) => {
  const simulator = await startSimulator({ load: { verifyEvery: 10, receivers: true, voice: false } });
  t.after(() => simulator.stop());
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
  const simulator = await startSimulator({ load: { verifyEvery: 10, receivers: false, voice: true } });
  t.after(() => simulator.stop());
  for (const name of ['call_1', 'call_2', 'call_2']) await officialClient(simulator).calls.create(callTo('+15550110001', simulator, name));
  await simulator.runUntilIdle();
  const { totals } = simulator.ledger.read();
  assert.deepEqual([totals.dials, totals.duplicateDials, totals.callbacksSent], [3, 1, 0]);
});
