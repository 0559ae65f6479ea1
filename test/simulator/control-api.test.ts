import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { waveformIn } from '../../simulator/console/page/frame/wav.ts';
import { defaultSessionLimits } from '../../simulator/limits.ts';
import { numberFor, scenarios } from '../../simulator/scenarios.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { textNumberFor, textScenarios } from '../../simulator/text-scenarios.ts';
import { newTimeline } from '../../simulator/timeline.ts';
import { timelineStreams } from '../../simulator/timeline-stream.ts';
import { receiverFor } from '../support/receiver.ts';
import { simulatorFor } from '../support/simulator.ts';
import { ask } from './ask.ts';
import { control } from './control.ts';
import { callTo, manualSimulator, messagesTo, nextEntry, officialClient, wordOf } from './support.ts';
import { formsTo, officialTexts, sender, textSimulator, textTo } from './text-support.ts';

test('the scenarios are listed with the numbers that play them', async (t) => {
  const simulator = await manualSimulator(t);
  const {
    seed,
    scenarios: listed,
    texts,
  } = (await control(simulator, 'GET', '/scenarios')) as Record<'scenarios' | 'texts', { name: string; numbers: unknown }[]> & {
    seed: number;
  };
  assert.equal(seed, 7);
  assert.equal(listed.length, scenarios.length);
  assert.deepEqual(listed.find(({ name }) => name === 'busy')?.numbers, { first: '+15550110000', last: '+15550119999' });
  assert.equal(texts.length, textScenarios.length);
  assert.deepEqual(texts.find(({ name }) => name === 'undelivered')?.numbers, { first: '+15561000000', last: '+15561999999' });
});

test('a receiver is made, programmed and read', async (t) => {
  const simulator = await manualSimulator(t);
  const made = await control(simulator, 'POST', '/receivers', { name: 'crm', secret: 'between us', programme: '500' }, 201);
  const receiver = { name: 'crm', url: simulator.receiverUrl('crm'), hasSecret: true, programme: '500', programmeDone: false, received: 0 };
  assert.deepEqual(made, { receiver });
  const changed = await control(simulator, 'PUT', '/receivers/crm/programme', { programme: '418' });
  assert.equal((changed as { receiver: { programme: string } }).receiver.programme, '418');
  await control(simulator, 'POST', '/receivers/crm', { hello: 'there' }, 418);
  const { deliveries } = (await control(simulator, 'GET', '/receivers/crm/deliveries')) as {
    deliveries: { body: string; verdict: { explanation: string } }[];
  };
  assert.equal(deliveries[0]?.body, '{"hello":"there"}');
  assert.match(deliveries[0]?.verdict.explanation ?? '', /X-Webhook-Signature is missing/);
  assert.deepEqual(await control(simulator, 'GET', '/receivers'), {
    receivers: [{ ...receiver, programme: '418', programmeDone: true, received: 1 }],
  });
  for (const [programme, done] of [
    ['418*', false],
    ['418*2', false],
    ['', true],
  ] as const) {
    const asked = await control(simulator, 'PUT', '/receivers/crm/programme', { programme });
    assert.equal((asked as { receiver: { programmeDone: boolean } }).receiver.programmeDone, done, programme);
  }
});

test('what cannot be is refused in the envelope that every error has', async (t) => {
  const simulator = await manualSimulator(t);
  for (const [method, path, body, status, code] of [
    ['POST', '/receivers', { name: 'a b' }, 400, 'invalid_request'],
    ['POST', '/receivers', { name: 'a', programme: 'soon' }, 400, 'invalid_request'],
    ['PUT', '/receivers/nobody/programme', { programme: '500' }, 404, 'receiver_not_found'],
    ['GET', '/receivers/nobody', undefined, 404, 'receiver_not_found'],
    ['GET', '/recordings/nobody.wav', undefined, 404, 'recording_not_found'],
    ['PUT', '/texts/inbound-url', { url: 'nowhere' }, 400, 'invalid_request'],
    ['POST', '/texts/inbound', { from: sender, to: sender }, 400, 'invalid_request'],
    ['POST', '/texts/inbound', { from: '12', to: sender, body: '' }, 400, 'invalid_request'],
    ['POST', '/texts/inbound', { from: sender, to: sender, body: '' }, 409, 'inbound_url_missing'],
    ['GET', '/nowhere', undefined, 404, 'not_found'],
  ] as const) {
    const { error } = (await control(simulator, method, path, body, status)) as { error: { code: string; message: string } };
    assert.equal(error.code, code);
    assert.ok(error.message.length > 0);
  }
});

test('the ledger counts dials, callbacks and events by call, and names the calls without a webhook', async (t) => {
  const simulator = await manualSimulator(t);
  const { calls } = officialClient(simulator);
  await calls.create(callTo(numberFor('answered-interested'), simulator, 'call_told'));
  await calls.create(callTo(numberFor('answered-interested'), simulator, 'call_untold'));
  await calls.create(callTo(numberFor('answered-interested'), simulator, 'call_untold'));
  await simulator.runUntilIdle();
  for (const id of ['a', 'b', 'a']) await deliverCompleted(simulator, 'call_told', id);
  const ledger = simulator.ledger.read();
  assert.deepEqual(ledger.totals, {
    dials: 3,
    calls: 2,
    duplicateDials: 1,
    callbacksSent: 12,
    callbacksAccepted: 12,
    deliveriesReceived: 15,
    deliveriesAccepted: 15,
    events: 1,
    callsWithoutWebhook: 1,
    texts: 0,
    messages: 0,
    duplicateTexts: 0,
    textCallbacksSent: 0,
    textCallbacksAccepted: 0,
    inboundTextsSent: 0,
    inboundTextsAccepted: 0,
    textsWithoutWebhook: 0,
  });
  assert.deepEqual(ledger.events, [
    {
      event: 'call.completed',
      subject: 'call_told',
      deliveries: [
        { deliveryId: 'a', received: 2, accepted: 2 },
        { deliveryId: 'b', received: 1, accepted: 1 },
      ],
    },
  ]);
  assert.deepEqual(await control(simulator, 'GET', '/ledger'), JSON.parse(JSON.stringify(ledger)));
  const listed = (await control(simulator, 'GET', '/calls')) as { calls: { callId: string }[] };
  assert.deepEqual(
    listed.calls.map(({ callId }) => callId),
    ['call_untold', 'call_untold', 'call_told'],
  );
});

test('a contact texts when it is asked to, at the address that it was told, and the answer is shown', async (t) => {
  const simulator = await textSimulator(t);
  const url = simulator.receiverUrl('inbound');
  simulator.receivers.create('inbound', { programme: '503' });
  assert.deepEqual(await control(simulator, 'PUT', '/texts/inbound-url', { url }), { url });
  const asked = { from: '+14155550142', to: sender, body: 'Wer ist da? 👋' };
  const sent = await control(simulator, 'POST', '/texts/inbound', asked, 201);
  const { text, answered, error } = sent as { text: Record<string, unknown>; answered: number; error: unknown };
  assert.deepEqual([answered, error], [503, null]);
  const [form] = formsTo(simulator, 'inbound');
  assert.deepEqual([form?.verified, form?.fields['Body'], form?.fields['MessageSid']], [true, asked.body, text['sid']]);
  assert.deepEqual(await control(simulator, 'GET', '/texts'), { inboundUrl: url, texts: [text] });
});

test('the texts are listed newest first, with what became of them', async (t) => {
  const simulator = await textSimulator(t);
  const { messages } = officialTexts(simulator);
  await messages.create(textTo(textNumberFor('undelivered', { errorCode: 30_005 }), simulator, 'msg_1'));
  await messages.create(textTo(textNumberFor('delivered'), simulator, 'msg_2'));
  await simulator.runUntilIdle();
  const { texts } = (await control(simulator, 'GET', '/texts')) as {
    texts: { messageId: string; status: string; errorCode: number | null }[];
  };
  assert.deepEqual(
    texts.map(({ messageId, status, errorCode }) => [messageId, status, errorCode]),
    [
      ['msg_2', 'delivered', null],
      ['msg_1', 'undelivered', 30_005],
    ],
  );
});

test('the timeline tells one text from its request on, each entry with its cause', async (t) => {
  const simulator = await textSimulator(t);
  const { messages } = officialTexts(simulator);
  await messages.create(textTo(textNumberFor('delivered'), simulator, 'msg_other'));
  await messages.create(textTo(textNumberFor('callbacks-out-of-order'), simulator, 'msg_1'));
  await simulator.runUntilIdle();
  const { entries } = (await control(simulator, 'GET', '/timeline?messageId=msg_1')) as {
    entries: { seq: number; kind: string; causedBy?: number; status?: string }[];
  };
  assert.deepEqual(
    entries.map(({ kind, status }) => (status === undefined ? kind : `${kind} ${status}`)),
    [
      'text.request',
      'text.accepted',
      'text.answer',
      'text.state',
      'text.callback queued',
      'text.state',
      'text.withheld sent',
      'text.state',
      'text.callback delivered',
      'text.callback sent',
    ],
  );
  assertCaused(entries);
});

test('the recording is a WAV file, 8 kHz, 8 bit, mono, in which each line is marked where the provider says that it begins', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator).calls.create(callTo(numberFor('answered-interested'), simulator));
  await simulator.runUntilIdle();
  const artifact = messagesTo(simulator).at(-1)?.artifact;
  const response = await fetch(artifact?.recordingUrl ?? '');
  assert.equal(response.headers.get('content-type'), 'audio/wav');
  const bytes = await response.arrayBuffer();
  const file = Buffer.from(bytes);
  assert.equal(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16), 'RIFFWAVEfmt ');
  assert.equal(file.readUInt32LE(4), file.length - 8);
  assert.deepEqual([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24), file.readUInt16LE(34)], [1, 1, 8_000, 8]);
  const waveform = waveformIn(bytes, 100);
  assert.ok(waveform && waveform.seconds > 5 && waveform.seconds <= 20);
  const lines = artifact?.transcript.trimEnd().split('\n') ?? [];
  assert.deepEqual(
    waveform.marks,
    (artifact?.messages ?? []).map(({ secondsFromStart }, line) => ({ seconds: secondsFromStart, label: lines[line] })),
  );
  assert.equal(waveform.peaks[0], 0, 'it begins with silence');
  assert.ok(Math.max(...waveform.peaks) > 0.7, 'and speaks');
  const part = await fetch(artifact?.recordingUrl ?? '', { headers: { range: 'bytes=8-11' } });
  assert.deepEqual([part.status, await part.text(), part.headers.get('content-range')], [206, 'WAVE', `bytes 8-11/${file.length}`]);
  assert.ok(file.includes(simulator.calls.all()[0]?.id ?? '-'), 'recordings of the same words differ');
});

test('the timeline tells one call from its request on, each entry with its cause', async (t) => {
  const simulator = await manualSimulator(t);
  const { calls } = officialClient(simulator);
  await calls.create(callTo(numberFor('busy'), simulator, 'call_other'));
  await calls.create(callTo(numberFor('busy'), simulator, 'call_1'));
  await simulator.runUntilIdle();
  const { entries } = (await control(simulator, 'GET', '/timeline?callId=call_1')) as {
    entries: { seq: number; kind: string; causedBy?: number }[];
  };
  const told = [
    'provider.request',
    'dial',
    'provider.answer',
    'call.state',
    'callback.sent',
    'call.state',
    'callback.sent',
    'call.state',
    'callback.sent',
  ];
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    told,
  );
  assertCaused(entries);
  const lines = await (await fetch(`${simulator.url}/timeline?callId=call_1&format=ndjson`)).text();
  assert.equal(lines.trim().split('\n').length, told.length);
});

test('the timeline streams what was and what comes, as server-sent events', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('before');
  const patience = new AbortController();
  const response = await fetch(`${simulator.url}/timeline/stream`, { signal: patience.signal });
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  assert.equal(response.headers.get('x-accel-buffering'), 'no', 'nginx would keep it back');
  simulator.receivers.create('after');
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.includes('"after"')) break;
  }
  patience.abort();
  assert.match(text, /id: 1\nevent: receiver\.created\ndata: \{"receiver":"before".*\}\n\nid: 2\n/s);
});

test('the stream of a quiet timeline says something every 15 s, so that no proxy closes it', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const streams = timelineStreams(
    newTimeline(() => new Date(), defaultSessionLimits),
    defaultSessionLimits,
  );
  const response = streams.open({ headers: new Headers(), signal: new AbortController().signal });
  const reader = response?.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader?.read())?.value, ': the timeline of the simulator\n\n');
  t.mock.timers.tick(15_000);
  assert.equal((await reader?.read())?.value, ':\n\n');
});

test('a reset forgets calls, receivers, counts and what was still to come', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator).calls.create(callTo(numberFor('answered-interested'), simulator));
  await simulator.receiveText({ from: '+14155550142', to: sender, body: 'STOP' });
  await simulator.advance(1_000);
  await control(simulator, 'POST', '/reset', {}, 204);
  await simulator.runUntilIdle();
  assert.deepEqual(await control(simulator, 'GET', '/calls'), { calls: [] });
  assert.deepEqual(await control(simulator, 'GET', '/texts'), { inboundUrl: null, texts: [] });
  assert.deepEqual(await control(simulator, 'GET', '/receivers'), { receivers: [] });
  assert.equal(simulator.ledger.read().totals.callbacksSent, 0);
});

test('an answer that ends after a reset is given, and counted nowhere', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('slow', { programme: 'drip:10000' });
  const came = nextEntry(simulator, 'delivery');
  const answer = fetch(simulator.receiverUrl('slow'), { method: 'POST', body: '{}' });
  await came;
  await simulator.advance(3_000);
  simulator.reset();
  await simulator.runUntilIdle();
  assert.deepEqual(await (await answer).json(), { received: 1 });
  assert.deepEqual(
    simulator.timeline.entries.map(({ kind }) => kind),
    ['reset'],
  );
  assert.deepEqual([simulator.ledger.read().totals.deliveriesAccepted, simulator.exchanges.all()], [0, []]);
});

test('what is on its way at a reset leaves no trace behind it, and who waits for a late answer gets it', async (t) => {
  for (const speed of [1, 'manual'] as const) {
    const simulator = await manualSimulator(t, { speed });
    simulator.receivers.create('late', { programme: 'delay:600000:503' });
    const answer = fetch(simulator.receiverUrl('late'), { method: 'POST', body: '{}' });
    const slow = await receiverFor(t);
    const pending: ServerResponse[] = [];
    const bothCame = new Promise<void>((resolve) => {
      slow.answer((response) => void (pending.push(response) === 2 && resolve()));
    });
    const call = callTo(numberFor('callbacks-twice'), simulator);
    const server = { url: slow.url, backoffPlan: { maxRetries: 2, baseDelaySeconds: 1 } };
    const asked = JSON.stringify({ ...call, assistantOverrides: { ...call.assistantOverrides, server } });
    await ask(simulator, 'POST', '/vapi/call', { authorization: 'Bearer simulated' }, asked);
    const own = control(simulator, 'POST', '/webhooks', { url: slow.url, event: 'sms.received' }, 201);
    const idle = simulator.runUntilIdle();
    await bothCame;
    simulator.reset();
    for (const response of pending) response.writeHead(500).end();
    assert.equal((await answer).status, 503);
    await Promise.all([own, idle]);
    assert.deepEqual(
      simulator.timeline.entries.map(({ kind }) => kind),
      ['reset'],
    );
    assert.deepEqual([pending.length, (await simulator.time.read()).waiting, simulator.ledger.read().totals.callbacksSent], [2, 0, 0]);
  }
});

test('a reset keeps what receivers sign with, and a secret of null takes it away', async (t) => {
  const simulator = await manualSimulator(t);
  const secretOf = () => simulator.receivers.find('crm')?.secret;
  simulator.receivers.create('crm', { secret: 'a-signing-secret' });
  await control(simulator, 'POST', '/reset', {});
  assert.equal(simulator.receivers.find('crm'), undefined);
  simulator.receivers.create('crm', { programme: '500' });
  assert.equal(secretOf(), 'a-signing-secret');
  simulator.receivers.create('crm', { secret: null });
  await control(simulator, 'POST', '/reset', {});
  simulator.receivers.create('crm');
  assert.equal(secretOf(), null);
});

test('without a hand on the stepper a call plays by itself, at once where the speed is infinite', async (t) => {
  const simulator = await simulatorFor(t, { speed: Number.POSITIVE_INFINITY });
  await officialClient(simulator).calls.create(callTo(numberFor('answered-interested'), simulator));
  await simulator.runUntilIdle();
  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing', 'in-progress', 'ended', 'report']);
  await assert.rejects(simulator.advance(1), /manual/);
});

/** Each entry but the first is caused by one before it. */
function assertCaused([request, ...later]: readonly { readonly seq: number; readonly causedBy?: number }[]): void {
  const known = new Set([request?.seq]);
  for (const { seq, causedBy } of later) {
    assert.ok(known.has(causedBy), `entry ${seq}`);
    known.add(seq);
  }
}

const deliverCompleted = (simulator: Simulator, callId: string, deliveryId: string): Promise<Response> =>
  fetch(simulator.receiverUrl('crm'), {
    method: 'POST',
    headers: { 'x-webhook-delivery-id': deliveryId },
    body: JSON.stringify({ event: 'call.completed', data: { call_id: callId } }),
  });

test('health may be asked for with HEAD, as balancers do', async (t) => {
  const { url } = await manualSimulator(t);
  assert.equal((await fetch(`${url}/healthz`, { method: 'HEAD' })).status, 200);
});

test('a member or a parameter that nobody knows is refused, and so is a body of another type than the document names', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('crm');
  const text = { from: '+14155550142', to: sender, body: 'Hello.' };
  for (const [method, path, body] of [
    ['POST', '/receivers', { name: 'new', program: '500*' }],
    ['PUT', '/receivers/crm/programme', { programme: '500*', times: 3 }],
    ['PUT', '/texts/inbound-url', { url: null, method: 'POST' }],
    ['POST', '/texts/inbound', { ...text, mediaUrl: 'http://127.0.0.1/cat.png' }],
    ['GET', '/timeline?after=yesterday', undefined],
    ['GET', '/timeline?format=csv', undefined],
    ['POST', '/run', 'seed: 1'],
    ['POST', '/sessions', 'name: checkout'],
  ] as const)
    await control(simulator, method, path, body, 400);
  assert.deepEqual(
    simulator.receivers.all().map(({ name, programme }) => [name, programme]),
    [['crm', '']],
  );
  assert.deepEqual(await control(simulator, 'GET', '/sessions'), { sessions: [] });
});

test('a path that only ends like one of the document is none', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('crm');
  for (const [method, path] of [
    ['POST', '/receivers/crm/reset'],
    ['POST', '/simulator/reset'],
    ['GET', '/receivers/crm/timeline'],
  ] as const)
    await control(simulator, method, path, undefined, 404);
  assert.ok(simulator.receivers.find('crm'), 'nothing is forgotten');
});

test('a receiver is read by its name, though a path is called so too', async (t) => {
  const simulator = await manualSimulator(t);
  for (const name of ['texts', 'healthz', 'scenarios', 'calls', 'ledger', 'timeline']) {
    await control(simulator, 'POST', '/receivers', { name }, 201);
    const { receiver } = (await control(simulator, 'GET', `/receivers/${name}`)) as { receiver: { name: string } };
    assert.equal(receiver.name, name);
  }
});

test('a method that no request can be made with is refused like any other that nothing takes', async (t) => {
  const simulator = await manualSimulator(t);
  for (const path of ['/', '/healthz', '/vapi/call', '/receivers/crm', '/twilio/x'])
    assert.equal((await ask(simulator, 'TRACE', path, {})).status, 404, path);
});

test('a path that is none is refused, on every side', async (t) => {
  const simulator = await manualSimulator(t);
  for (const path of ['/faults/%', '/receivers/%E0%A4%A', '/vapi/call/%', '/sessions/%', '//'])
    assert.equal((await ask(simulator, 'GET', path, { authorization: 'Bearer simulated' })).status, 400, path);
});
