import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { asyncApiDocument } from '../../src/contract/documents.ts';
import { receiverFor } from '../support/receiver.ts';
import { control } from './control.ts';
import { manualSimulator } from './support.ts';

/** Webhooks that the simulator sends without any service, to a receiver that judges them. */

const secret = 'of the receiver';

async function withReceiver(t: Parameters<typeof manualSimulator>[0], programme = ''): Promise<Simulator> {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('crm', { secret, programme });
  return simulator;
}

const deliveriesTo = (simulator: Simulator) => simulator.receivers.find('crm')?.deliveries ?? [];
const bodyOf = ({ body }: { readonly body: Buffer }): { readonly data: Readonly<Record<string, unknown>> } => JSON.parse(body.toString());

async function play(simulator: Simulator, scenario: string, more: object = {}): Promise<void> {
  const asked = { url: simulator.receiverUrl('crm'), secret, phoneNumber: numberFor(scenario), ...more };
  const { call } = (await control(simulator, 'POST', '/webhooks/calls', asked, 201)) as { call: { scenario: string } };
  assert.equal(call.scenario, scenario);
  await simulator.runUntilIdle();
}

test('an edited webhook is sent once, signed with the secret of its receiver, to it and elsewhere', async (t) => {
  const simulator = await withReceiver(t, '503');
  simulator.receivers.create('elsewhere', { secret });
  const deliveryId = '019b8399-6188-7c3e-9d5a-4b8f0e2a7c61';
  const send = (more: object, status = 201) => control(simulator, 'POST', '/webhooks/edited', { receiver: 'crm', ...more }, status);
  assert.deepEqual(await send({ deliveryId, body: 'no JSON' }), { webhook: { deliveryId, event: null, status: 503, error: null } });
  await send({ url: simulator.receiverUrl('elsewhere'), body: '{"event": "of mine"}' });
  await simulator.runUntilIdle();
  for (const [name, body] of [
    ['crm', 'no JSON'],
    ['elsewhere', '{"event": "of mine"}'],
  ] as const) {
    const deliveries = simulator.receivers.find(name)?.deliveries ?? [];
    assert.deepEqual(
      deliveries.map((each) => [each.body.toString(), each.verdict.signature.reason]),
      [[body, 'valid']],
    );
  }
  await send({ url: 'http://', body: '' }, 400);
  await send({ receiver: 'nobody', body: '' }, 404);
});

test('each of the five events is sent, signed, and fits the document', async (t) => {
  const simulator = await withReceiver(t);
  const events = ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'];
  for (const event of events) {
    const asked = { url: simulator.receiverUrl('crm'), secret, event, standardWebhooks: true };
    const { webhook } = (await control(simulator, 'POST', '/webhooks', asked, 201)) as { webhook: { status: number } };
    assert.equal(webhook.status, 200);
  }
  const received = deliveriesTo(simulator);
  assert.deepEqual(
    received.map(({ verdict }) => [verdict.contract.event, verdict.signature.reason, verdict.contract.problems]),
    events.map((event) => [event, 'valid', []]),
  );
  assert.equal(simulator.verify(), 5);
});

test('a story brings the outcome that a service would send', async (t) => {
  const simulator = await withReceiver(t);
  const outcomes = {
    'answered-interested': 'INTERESTED',
    'callback-requested': 'CALLBACK',
    voicemail: 'VOICEMAIL',
    'no-answer': 'NO_ANSWER',
    declined: 'BUSY',
    'carrier-error': 'FAILED',
    'extraction-timed-out': 'UNKNOWN',
    'callbacks-lost': 'INTERESTED',
    'silent-until-limit': 'NOT_INTERESTED',
    'provider-timeout-after-dialling': 'INTERESTED',
  };
  for (const scenario of Object.keys(outcomes)) await play(simulator, scenario, { variables: { scenario } });
  const received = deliveriesTo(simulator);
  assert.deepEqual(
    Object.fromEntries(received.map(bodyOf).map(({ data }) => [(data['variables'] as { scenario: string }).scenario, data['outcome']])),
    outcomes,
  );
  assert.ok(received.every(({ verdict }) => verdict.signature.reason === 'valid' && verdict.contract.problems.length === 0));
  // The simulator has a builder of its own (`simulator/webhooks/call-completed.ts`), which must not lack an optional member.
  const members = Object.keys(asyncApiDocument().components.schemas['CallCompletedData']?.['properties'] ?? {}).sort();
  for (const { data } of received.map(bodyOf)) assert.deepEqual(Object.keys(data).sort(), members);
});

test('a webhook that is refused comes again after the pauses of the contract, with the same bytes and id', async (t) => {
  const simulator = await withReceiver(t, '500,reset,200');
  await play(simulator, 'long-transcript');
  const [first, , third, ...more] = deliveriesTo(simulator);
  assert.deepEqual([more.length, third?.attempt, third?.verdict.signature.reason], [0, 3, 'valid']);
  assert.deepEqual([third?.body, third?.deliveryId], [first?.body, first?.deliveryId]);
  assert.match(String(bodyOf(first ?? assert.fail()).data['transcript']), /\.\.\.\[truncated\]$/);
});

test('a webhook that is always refused has six attempts', async (t) => {
  const simulator = await withReceiver(t, Array<number>(7).fill(500).join());
  await play(simulator, 'busy');
  assert.deepEqual(
    deliveriesTo(simulator).map(({ attempt }) => attempt),
    [1, 2, 3, 4, 5, 6],
  );
});

test('a webhook to a receiver elsewhere counts as the one that its call must have', async (t) => {
  const simulator = await manualSimulator(t);
  const elsewhere = await receiverFor(t, 204);
  await play(simulator, 'busy', { url: elsewhere.url });
  const { callsWithoutWebhook, deliveriesAccepted } = simulator.ledger.read().totals;
  assert.deepEqual([callsWithoutWebhook, deliveriesAccepted, elsewhere.received.length], [0, 1, 1]);
});

test('what cannot be is refused: a story in which nobody is dialled, data that is no such event', async (t) => {
  const simulator = await withReceiver(t);
  const url = simulator.receiverUrl('crm');
  const contact = { name: '', phone: '+15550100001', address: '', city: '', state: '', zip: '', nam: 'Dana' };
  const refused = [
    ['/webhooks/calls', { url, phoneNumber: numberFor('provider-refuses') }, /nobody is dialled/],
    ['/webhooks', { url, event: 'call.completed', data: { outcome: 7 } }, /\/data\/outcome must be string/],
    ['/webhooks', { url, event: 'call.ended' }, /event must be/],
    [
      '/webhooks',
      { url, event: 'call.completed', data: { outcom: 'CALLBACK' } },
      /\/data\/outcom is not a property.*did you mean outcome\?/,
    ],
    ['/webhooks', { url, event: 'call.completed', data: { contact } }, /\/data\/contact\/nam is not a property/],
    ['/webhooks', { url, event: 'sms.received', data: { bodi: 'STOP' } }, /\/data\/bodi is not a property.*did you mean body\?/],
    ['/webhooks', { url, event: 'sms.delivered', data: { to_: '+15550100001' } }, /\/data\/to_ is not a property/],
    ['/webhooks', { url, event: 'sms.failed', data: { errorCode: '30003' } }, /\/data\/errorCode is not a property/],
    ['/webhooks', { url, event: 'lead.qualified', data: { scores: 7 } }, /\/data\/scores is not a property/],
    ['/webhooks', { url: 'localhost:3000', event: 'sms.failed' }, /url/],
    ['/webhooks/calls', { url: 'http://', phoneNumber: numberFor('busy') }, /url must be an http/],
  ] as const;
  for (const [path, asked, words] of refused) {
    const { error } = (await control(simulator, 'POST', path, asked, 400)) as { error: { message: string } };
    assert.match(error.message, words);
  }
  assert.equal(deliveriesTo(simulator).length, 0);
});

test('at infinite speed the webhook of a story waits for its analysis as at every other', async (t) => {
  const simulator = await manualSimulator(t, { speed: Number.POSITIVE_INFINITY });
  simulator.receivers.create('crm', { secret });
  await play(simulator, 'answered-not-interested');
  const [{ data }] = deliveriesTo(simulator).map(bodyOf) as [{ data: Readonly<Record<string, unknown>> }];
  assert.equal(data['outcome'], 'NOT_INTERESTED');
  assert.match(String(data['transcript']), /No, not any more/);
});
