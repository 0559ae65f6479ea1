import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { otherAnswers } from '../../sdk/testing/simulator/simulator-client.ts';
import { simulatorClient } from '../../sdk/testing/simulator.ts';
import { simulatorContract } from '../../simulator/control-operations.ts';
import { listenFor } from '../support/api.ts';
import { simulatorFor } from '../support/simulator.ts';

async function started(t: TestContext) {
  const simulator = await simulatorFor(t, { speed: 'manual' });
  return simulator;
}

test('the client drives a simulator at an address', async (t) => {
  const { url } = await started(t);
  const client = simulatorClient({ url: `${url}/` });
  await client.createReceiver({ name: 'crm' });
  assert.equal((await client.setProgramme({ name: 'crm', programme: '500,200' })).receiver.programme, '500,200');
  await fetch(`${url}/receivers/crm`, { method: 'POST', body: '{}' });
  const { deliveries } = await client.listDeliveries({ name: 'crm' });
  assert.deepEqual(
    deliveries.map(({ answer }) => answer.status),
    [500],
  );
  assert.ok((await client.listTimeline({ after: 0 })).entries.length > 0);
  assert.equal(await client.resetSimulator(), undefined);
});

test('a session sees its own', async (t) => {
  const { url } = await started(t);
  const {
    session: { name: session },
  } = await simulatorClient({ url }).openSession();
  const ofSession = simulatorClient({ url, session });
  await ofSession.createReceiver({ name: 'mine' });
  assert.equal((await ofSession.listReceivers()).receivers.length, 1);
  assert.equal((await simulatorClient({ url }).listReceivers()).receivers.length, 0);
  const yaml = "scenarios: [{name: mine, block: '900', steps: [{state: ringing}]}]";
  assert.ok((await ofSession.addScenarios({ yaml })).scenarios.some(({ name }) => name === 'mine'));
});

test('a refusal has its code', async (t) => {
  const { url } = await started(t);
  await assert.rejects(simulatorClient({ url }).readReceiver({ name: 'nobody' }), {
    name: 'SimulatorError',
    status: 404,
    code: 'receiver_not_found',
  });
});

test('what is no simulator is called so, and what is undefined is not sent', async (t) => {
  const other = await listenFor(
    t,
    createServer((_, response) => void response.writeHead(502).end('<html>')),
  );
  await assert.rejects(simulatorClient({ url: other.origin }).listReceivers(), {
    name: 'SimulatorError',
    status: 502,
    message: `What answers at ${other.origin} is no simulator (status 502).`,
  });
  const { url } = await started(t);
  assert.ok((await simulatorClient({ url }).listTimeline({ after: undefined as unknown as number })).entries);
});

test('every operation of the document is a method, or left out by name', () => {
  const ids = simulatorContract().paths.flatMap((path) => [...path.operations.values()].map(({ id }) => id));
  const wanted = ids.filter((id) => !id.startsWith('relay') && !otherAnswers.some((other) => other === id));
  assert.ok(wanted.length > 30);
  assert.deepEqual(Object.keys(simulatorClient({ url: 'http://127.0.0.1:9' })).sort(), wanted.sort());
});
