import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { listenFor } from '../support/api.ts';
import { simulatorFor } from '../support/simulator.ts';
import { control } from './control.ts';
import { callTo, manualSimulator, officialClient } from './support.ts';
import { officialTexts, textSimulator, textTo } from './text-support.ts';

const deliver = (simulator: Simulator, body: unknown, deliveryId = 'd-1', receiver = 'crm'): Promise<Response> =>
  fetch(simulator.receiverUrl(receiver), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-delivery-id': deliveryId },
    body: JSON.stringify(body),
  });

const lead = { event: 'lead.qualified', data: { outcome: 'INTERESTED', call: { id: 'call_1' } } };

test('a delivery that came meets what is expected of it, whatever else came', async (t) => {
  const simulator = await manualSimulator(t);
  await deliver(simulator, { event: 'call.completed', data: { call_id: 'call_1' } }, 'd-0');
  await deliver(simulator, lead);
  await deliver(simulator, lead);
  const { delivery } = await simulator.expectDelivery({
    receiver: 'crm',
    event: 'lead.qualified',
    where: { 'data.outcome': 'INTERESTED', 'data.call.id': 'call_1' },
    attempts: 2,
    signature: 'missing_header',
  });
  assert.equal(delivery.number, 2);
});

test('a delivery that did not come is told by what came nearest, and why it is not it', async (t) => {
  const simulator = await manualSimulator(t);
  await assert.rejects(simulator.expectDelivery({ event: 'lead.qualified' }), /None has come at all/);
  await deliver(simulator, lead);
  await assert.rejects(
    simulator.expectDelivery({ event: 'lead.qualified', where: { 'data.outcome': 'CALLBACK' }, signature: 'valid' }),
    /No delivery with event "lead\.qualified", .* came\. The nearest of 1: number 1 to crm \(lead\.qualified, attempt 1\), but data\.outcome is "INTERESTED", not "CALLBACK", and the signature is "missing_header", not "valid"\./,
  );
  await assert.rejects(simulator.expectNoDelivery({ event: 'lead.qualified' }), /came: number 1 to crm/);
  await simulator.expectNoDelivery({ event: 'sms.received' });
});

test('what may yet come is waited for: frozen time is moved on for it, and no further', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator).calls.create(callTo(numberFor('no-answer'), simulator, 'call_1'));
  await assert.rejects(
    simulator.expectStates('call_1', ['ringing', 'ended'], { within: 5 }),
    /call_1 was to be ringing, ended\. It was ringing\./,
  );
  await simulator.expectStates('call_1', ['ringing', 'ended'], { within: 60 });
  await simulator.expectStates(simulator.calls.all()[0]?.id ?? '', ['ringing', 'ended']);
  assert.ok((await simulator.time.read()).elapsedSeconds < 30);
  await assert.rejects(simulator.expectStates('call_2', ['ringing']), /No such call was seen; there were call_1/);
});

test('running time is waited for', async (t) => {
  const simulator = await simulatorFor(t);
  const expected = simulator.expectDelivery({ event: 'lead.qualified', within: 31_536_000 });
  await deliver(simulator, lead);
  assert.equal((await expected).receiver, 'crm');
});

test('expectations are asked over HTTP', async (t) => {
  const simulator = await manualSimulator(t);
  const nothing = (await control(simulator, 'POST', '/expectations/delivery', { event: 'lead.qualified' }, 422)) as {
    error: { code: string };
  };
  assert.equal(nothing.error.code, 'expectation_failed');
  await deliver(simulator, lead);
  const { delivery } = (await control(simulator, 'POST', '/expectations/delivery', { where: { 'data.outcome': 'INTERESTED' } })) as {
    delivery: { number: number };
  };
  assert.equal(delivery.number, 1);
  await control(simulator, 'POST', '/expectations/no-delivery', { event: 'sms.failed', within: 3_600 }, 204);
  await control(simulator, 'POST', '/expectations/states', { call: 'call_1', states: ['ringing'] }, 422);
  await control(simulator, 'POST', '/expectations/delivery', { events: 'lead.qualified' }, 400);
});

test('whatever broke the contract is told by the verification, and nothing else', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator, 'call_1'));
  await simulator.runUntilIdle();
  assert.equal(simulator.verify(), 0);
  await deliver(simulator, lead);
  assert.throws(() => simulator.verify(), /^ContractBroken|1 of 1 broke the contract\. Entry \d+: the webhook to crm: .*is missing/);
  const { error } = (await control(simulator, 'GET', '/verification', undefined, 422)) as { error: { code: string } };
  assert.equal(error.code, 'contract_broken');
  simulator.reset();
  assert.equal(simulator.verify(), 0);
});

test('a delivery is caused by what was last heard of its call, and an attempt by the one before it', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator, 'call_1'));
  await simulator.runUntilIdle();
  const report = simulator.timeline.entries.findLast(({ callId }) => callId === 'call_1');
  await deliver(simulator, lead);
  await deliver(simulator, lead);
  const [first, second] = simulator.timeline.entries.filter(({ kind, receiver }) => kind === 'delivery' && receiver === 'crm');
  const answered = simulator.timeline.entries.find(({ kind, deliveryId }) => kind === 'delivery.answered' && deliveryId === 'd-1');
  assert.deepEqual([first?.causedBy, second?.causedBy], [report?.seq, answered?.seq]);
});

test('an answer to a text’s callback that no document knows is a breach', async (t) => {
  const simulator = await textSimulator(t);
  const { origin } = await listenFor(
    t,
    createServer((_request, response) => response.writeHead(418).end()),
  );
  const statusCallback = `${origin}/callbacks/sms/twilio?message=msg_1`;
  await officialTexts(simulator).messages.create({ ...textTo('+15560010001', simulator), statusCallback });
  await simulator.runUntilIdle();
  assert.throws(() => simulator.verify(), /3 of 3 broke the contract\. Entry \d+: the answer 418 to POST \/callbacks\/sms\/twilio: /);
});

test('who waits for a delivery is told at once where the simulator stops', async () => {
  const simulator = await startSimulator();
  const expected = assert.rejects(simulator.expectDelivery({ event: 'lead.qualified', within: 3_600 }), /None has come at all/);
  await simulator.stop();
  await expected;
});

test('an expectation that moves the time of a service which does not answer says so', async (t) => {
  const operator = createServer((_, response) =>
    response.end(JSON.stringify({ clock: { now: '2030-01-15T09:30:00Z', offsetSeconds: 0, nextDueAt: null, isBusy: false } })),
  );
  const { origin, close } = await listenFor(t, operator);
  const simulator = await manualSimulator(t);
  const service = { operatorUrl: origin, operatorToken: 'secret' };
  await control(simulator, 'PUT', '/time/service', { ...service, operatorUrl: 'nonsense' }, 400);
  await control(simulator, 'PUT', '/time/service', service);
  await close();
  for (const [path, body] of [
    ['delivery', {}],
    ['no-delivery', {}],
    ['states', { call: 'call_1', states: ['ringing'] }],
  ] as const) {
    const { error } = (await control(simulator, 'POST', `/expectations/${path}`, { ...body, within: 60 }, 502)) as {
      error: { code: string };
    };
    assert.equal(error.code, 'service_unreachable');
  }
});
