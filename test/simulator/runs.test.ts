import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { control } from './control.ts';
import { callTo, manualSimulator, officialClient } from './support.ts';
import { accountSid, officialTexts, textSimulator, textTo } from './text-support.ts';

/** What the stories came to, without the time of day. */
const storiesOf = ({ timeline }: Simulator) =>
  timeline.entries
    .filter(({ kind }) => kind === 'call.state' || kind === 'dial')
    .map(({ kind, callId, providerCallId, state, storySeconds }) => ({ kind, callId, providerCallId, state, storySeconds }));

test('a run that was exported is played again by another simulator, to the same ids, states and times', async (t) => {
  const first = await manualSimulator(t, { seed: 11 });
  first.receivers.create('callbacks', { programme: '200,500' });
  first.faults.add({ link: 'voice', answer: '503', after: 2, times: 1 });
  const { calls } = officialClient(first);
  await calls.create(callTo(numberFor('busy'), first, 'call_1'));
  await first.advance(1_500);
  await calls.create(callTo(numberFor('answered-interested'), first, 'call_2'));
  await first.runUntilIdle();
  const run = (await control(first, 'GET', '/run')) as { seed: number; requests: { atSeconds: number }[] };
  assert.deepEqual([run.seed, run.requests.map(({ atSeconds }) => atSeconds)], [11, [0, 1.5]]);
  assert.ok(!JSON.stringify(run).includes('simulated'), 'no key is in it');

  const second = await manualSimulator(t, { seed: 99 });
  assert.deepEqual(await control(second, 'POST', '/run', run, 202), { requests: 2 });
  await second.runUntilIdle();
  assert.equal(second.seed, 11);
  assert.deepEqual(storiesOf(second), storiesOf(first));
  assert.deepEqual(second.runs.export(), first.runs.export());
});

test('a fault strikes the same requests when the run is played again, and none that came before it was set', async (t) => {
  const first = await manualSimulator(t, { seed: 11 });
  const place = (name: string) => placeWith(first, 'simulated', name);
  await place('call_1');
  await first.advance(60_000);
  first.faults.add({ link: 'voice', answer: '503', times: 1 });
  first.faults.add({ link: 'voice', answer: '503', processed: true, times: 1 });
  const answers = [await place('call_2'), await place('call_2'), await place('call_3')];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [503, 503, 201],
  );
  await first.runUntilIdle();

  const second = await manualSimulator(t, { seed: 99 });
  await control(second, 'POST', '/run', await control(first, 'GET', '/run'), 202);
  await second.runUntilIdle();
  assert.deepEqual(storiesOf(second), storiesOf(first));
  assert.deepEqual([second.ledger.read().totals.dials, second.ledger.read().totals.duplicateDials], [3, 0]);
  const struck = ({ faults }: Simulator) => faults.all().map(({ met, hit }) => ({ met, hit }));
  assert.deepEqual(struck(second), struck(first));
});

test('a request whose key was refused is not played again, where it would have the right one', async (t) => {
  const simulator = await manualSimulator(t);
  assert.equal((await placeWith(simulator, 'another', 'call_1')).status, 401);
  await placeWith(simulator, 'simulated', 'call_2');
  await simulator.advance(60_000);
  simulator.runs.play(simulator.runs.export());
  await simulator.runUntilIdle();
  assert.deepEqual(
    simulator.calls.all().map(({ callId }) => callId),
    ['call_2'],
  );
});

const placeWith = (simulator: Simulator, key: string, name: string): Promise<Response> =>
  fetch(`${simulator.vapiUrl}/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(callTo(numberFor('busy'), simulator, name)),
  });

interface Entry {
  readonly request: { readonly method: string; readonly url: string; readonly postData?: { readonly text: string } };
  readonly response: { readonly status: number; readonly statusText: string; readonly content: { readonly text: string } };
}

const entriesOf = async (simulator: Simulator): Promise<readonly Entry[]> =>
  ((await control(simulator, 'GET', '/har')) as { log: { entries: readonly Entry[] } }).log.entries;

const shortOf = ({ request, response }: Entry): string =>
  `${request.method} ${new URL(request.url).pathname} ${response.status || response.statusText}`;

test('the HTTP of a call is exported as HAR, both ways, with the answers and without keys', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('callbacks', { programme: '500,reset' });
  await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator));
  await simulator.runUntilIdle();
  const entries = await entriesOf(simulator);
  const [placed] = entries;
  assert.ok(placed);
  assert.equal(shortOf(placed), 'POST /vapi/call 201');
  assert.match(placed.response.content.text, /"status":"queued"/);
  // Sent by us and received by our own receiver: each callback is there twice.
  assert.deepEqual(
    entries.slice(1).map(shortOf).toSorted(),
    ['200', '200', '500', '500', 'no answer', 'reset'].map((answer) => `POST /receivers/callbacks ${answer}`),
  );
  assert.ok(!JSON.stringify(entries).includes('Bearer'));
});

test('the HAR has no header that an endpoint of its own would hold a key in', async (t) => {
  const simulator = await manualSimulator(t);
  const secrets = ['authorization', 'cookie', 'x-api-key', 'x-auth-token', 'x-crm-secret'].map((name) => [name, 'very secret']);
  const headers = Object.fromEntries([...secrets, ['idempotency-key', 'shown']]);
  await fetch(simulator.receiverUrl('crm'), { method: 'POST', headers, body: '{}' });
  const har = JSON.stringify(await entriesOf(simulator));
  assert.ok(!har.includes('very secret') && har.includes('shown'), har);
});

test('nor has a body of it, where a signing secret is shown or headers of an endpoint are set', async (t) => {
  const simulator = await manualSimulator(t);
  const endpoint = { name: 'CRM', headers: { 'X-Auth-Token': 'very secret' }, signingSecret: 'very "secret"', idempotencyKey: 'shown' };
  const ask = (body: string) => fetch(simulator.receiverUrl('crm'), { method: 'POST', body });
  await ask(JSON.stringify({ webhook: endpoint, data: { notes: 'kept' } }, null, 2));
  await ask('{"api_key":"very secret\\'); // A body that is cut.
  const bodies = (await entriesOf(simulator)).map(({ request }) => request.postData?.text ?? '');
  assert.ok(!bodies.join().includes('very'), bodies.join());
  const left = { name: 'CRM', headers: { 'X-Auth-Token': 'left out' }, signingSecret: 'left out', idempotencyKey: 'shown' };
  assert.deepEqual(JSON.parse(bodies[0] ?? ''), { webhook: left, data: { notes: 'kept' } });
});

test('a name in capitals, or a value that is a number, hides no secret', async (t) => {
  const simulator = await manualSimulator(t);
  const names = ['X-API-KEY', 'API_KEY', 'APIKEY', 'AUTHORIZATION', 'TOKEN', 'PASSWORD', 'AUTHToken', 'token'];
  const shown = { IDEMPOTENCY_KEY: 'shown', maxTokens: 250 };
  const bodyWith = (value: unknown) => ({ ...Object.fromEntries(names.map((name) => [name, value])), ...shown });
  for (const value of ['very secret', 12_345_678, -1.5e300])
    await fetch(simulator.receiverUrl('crm'), { method: 'POST', body: JSON.stringify(bodyWith(value)) });
  const bodies = (await entriesOf(simulator)).map(({ request }) => JSON.parse(request.postData?.text ?? ''));
  assert.deepEqual(bodies, [bodyWith('left out'), bodyWith('left out'), bodyWith('left out')]);
});

test('nor does JSON within a string, or a list of names and values', async (t) => {
  const simulator = await manualSimulator(t);
  const bodyWith = (secret: string) => {
    const inner = { api_key: secret, kept: 'shown "\\' };
    const headers = [
      { name: 'X-Auth-Token', value: secret },
      { name: 'Accept', value: 'shown' },
    ];
    return { message: JSON.stringify({ ...inner, again: JSON.stringify({ ...inner, headers }, null, 2) }), headers, last: 'shown' };
  };
  const ask = (body: string) => fetch(simulator.receiverUrl('crm'), { method: 'POST', body });
  await ask(JSON.stringify(bodyWith('very "secret"\\')));
  await ask(JSON.stringify(bodyWith('very "secret"\\'), null, 2));
  await ask(JSON.stringify({ message: JSON.stringify({ token: 'very secret' }).slice(0, -4) }).slice(0, -2)); // A body that is cut.
  const [compact = '', indented = '', cut = ''] = (await entriesOf(simulator)).map(({ request }) => request.postData?.text ?? '');
  assert.deepEqual(JSON.parse(compact), bodyWith('left out'));
  assert.deepEqual(JSON.parse(indented), bodyWith('left out'));
  assert.ok(!cut.includes('very'), cut);
});

test('nor does a list of names and values in another order or by other words, or a list that a member holds', async (t) => {
  const simulator = await manualSimulator(t);
  const itemsWith = (secret: string | readonly string[]) => [
    { key: 'Authorization', value: secret },
    { value: secret, name: 'Authorization' },
    { name: 'Authorization', enabled: true, description: 'of the "CRM"', tags: ['a'], value: secret },
    { key: 'Accept', token: secret, value: 'shown' },
    { Authorization: secret, value: 'shown', name: 'note', kept: ['shown', { secret }] },
  ];
  const bodyWith = (secret: string | readonly string[]) => ({ items: itemsWith(secret), text: JSON.stringify(itemsWith(secret)) });
  const sent = [bodyWith('very secret'), bodyWith(['very secret', 'very "secret"'])];
  for (const body of sent) await fetch(simulator.receiverUrl('crm'), { method: 'POST', body: JSON.stringify(body, null, 2) });
  // Bodies that are cut.
  for (const cut of ['{"Authorization":["very', '{"key":"Authorization","value":["very","very'])
    await fetch(simulator.receiverUrl('crm'), { method: 'POST', body: cut });
  const [text = '', list = '', ...others] = (await entriesOf(simulator)).map(({ request }) => request.postData?.text ?? '');
  assert.deepEqual([JSON.parse(text), JSON.parse(list)], [bodyWith('left out'), bodyWith('left out')]);
  assert.ok(!others.join().includes('very'), others.join());
});

test('a secret of which the end is missing in a text hides nothing behind that text', async (t) => {
  const simulator = await manualSimulator(t);
  const bodyWith = (secret: string) => ({
    'lead notes': `He sent {"password":"${secret}`,
    notes: [`api_key": "${secret}`, 'second'],
    last: 'shown',
  });
  await fetch(simulator.receiverUrl('crm'), { method: 'POST', body: JSON.stringify(bodyWith('very secret')) });
  const [shown = ''] = (await entriesOf(simulator)).map(({ request }) => request.postData?.text ?? '');
  const { notes, last, ...others } = JSON.parse(shown);
  assert.deepEqual([notes[1], last], ['second', 'shown']);
  assert.ok(!JSON.stringify(others).includes('very'), shown);
});

test('neither the HAR nor the run has what a request of a provider names as a secret, and the run is played again without it', async (t) => {
  const simulator = await textSimulator(t);
  const callbacks = simulator.receiverUrl('callbacks').replace('//', '//user:very-secret@');
  const asked = callTo(numberFor('busy'), simulator);
  const server = {
    url: `${callbacks}?token=very-secret&kept=shown`,
    secret: 'very-secret',
    headers: { Authorization: 'Bearer very-secret', 'X-Vapi-Secret': 'very-secret' },
  };
  const sent = {
    ...asked,
    phoneNumberId: undefined,
    phoneNumber: { twilioPhoneNumber: '+14155550100', twilioAccountSid: 'shown', twilioAuthToken: 'very-secret' },
    assistantOverrides: { ...asked.assistantOverrides, server, model: { provider: 'shown', apiKey: 'very-secret' } },
  };
  const headers = { authorization: 'Bearer simulated', 'content-type': 'application/json' };
  const placed = await fetch(`${simulator.vapiUrl}/call`, { method: 'POST', headers, body: JSON.stringify(sent) });
  assert.equal(placed.status, 201);
  const statusCallback = `${callbacks}?message=shown&apiKey=very-secret`;
  await officialTexts(simulator).messages.create({ ...textTo(textNumberFor('delivered'), simulator), statusCallback });
  await simulator.runUntilIdle();

  const [har, run] = [await control(simulator, 'GET', '/har'), await control(simulator, 'GET', '/run')];
  for (const exported of [har, run]) {
    const text = JSON.stringify(exported);
    assert.ok(text.includes('shown') && text.includes('receivers/callbacks'), text);
    assert.doesNotMatch(text, /very-secret|user(:|%3A)/);
  }
  const second = await manualSimulator(t);
  assert.deepEqual(await control(second, 'POST', '/run', run, 202), { requests: 2 });
});

test('the HTTP of texts is in it too: what was asked, the callbacks and what contacts sent; and one a line where lines are wanted', async (t) => {
  const simulator = await textSimulator(t, { textInboundUrl: 'http://127.0.0.1:9/' });
  simulator.setTextInboundUrl(simulator.receiverUrl('inbound'));
  await officialTexts(simulator).messages.create(textTo(textNumberFor('replies'), simulator));
  await simulator.runUntilIdle();
  const entries = await entriesOf(simulator);
  assert.deepEqual(
    [...new Set(entries.map(shortOf))],
    [`POST /twilio/2010-04-01/Accounts/${accountSid}/Messages.json 201`, 'POST /receivers/status 200', 'POST /receivers/inbound 200'],
  );
  assert.ok(entries.some(({ request }) => request.postData?.text.includes('MessageStatus=delivered')));
  assert.ok(entries.some(({ request }) => request.postData?.text.includes('Yes+please')));
  assert.ok(!JSON.stringify(entries).includes('Basic '));
  const lines = String(await control(simulator, 'GET', '/har?format=ndjson'))
    .trim()
    .split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    entries,
  );
});

test('a run that cannot be set up is refused before anything is forgotten', async (t) => {
  const simulator = await manualSimulator(t);
  const session = simulator.openSession({ name: 'small' });
  session.receivers.create('kept');
  const empty = { seed: 1, receivers: [], faults: [], requests: [] };
  const receivers = Array.from({ length: 51 }, (_, nth) => ({ name: `r${nth}`, programme: '' }));
  const request = { atSeconds: 0, path: '/vapi/call', body: '' };
  for (const run of [
    { ...empty, receivers: [{ name: 'crm', programme: 'nonsense' }] },
    { ...empty, faults: [{ link: 'voice', answer: 'nonsense' }] },
    { ...empty, faults: [{ link: 'voice', receiver: 'crm', answer: '500' }] },
    { ...empty, receivers },
    { ...empty, requests: [{ ...request, contentType: '\u4e2d' }] },
  ])
    await control(session, 'POST', '/run', run, 400);
  assert.deepEqual(
    session.receivers.all().map(({ name }) => name),
    ['kept'],
  );
});
