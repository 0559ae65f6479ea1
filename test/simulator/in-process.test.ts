import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VapiClient } from '@vapi-ai/server-sdk';
import { setupServer } from 'msw/node';
import { numberFor } from '../../simulator/scenarios.ts';
import { callTo, manualSimulator, messagesTo, wordOf } from './support.ts';

test("the same handlers answer in process at the provider's own address, and the same ledger counts", async (t) => {
  const simulator = await manualSimulator(t);
  const server = setupServer(...simulator.vapiHandlers('https://api.vapi.ai'));
  server.listen({ onUnhandledRequest: 'bypass' });
  t.after(() => server.close());
  const { calls } = new VapiClient({ token: 'simulated' });
  await calls.create(callTo(numberFor('busy'), simulator));
  await simulator.runUntilIdle();
  assert.equal((await calls.list())[0]?.endedReason, 'customer-busy');
  assert.equal(simulator.ledger.read().totals.dials, 1);
  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing', 'ended', 'report']);
});
