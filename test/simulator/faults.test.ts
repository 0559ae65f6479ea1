import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Agent, request } from 'undici';
import { makeCertificate } from '../../simulator/receivers/certificate.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import { hostInUrl } from '../../simulator/server.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { simulatorFor } from '../support/simulator.ts';
import { until } from '../support/until.ts';
import { control } from './control.ts';
import { callTo, manualSimulator, untilEntry } from './support.ts';
import { accountSid, authToken, textSimulator, textTo } from './text-support.ts';

/** What a receiver with this programme answers, byte by byte, until the connection ends. */
async function answered(simulator: Simulator, programme: string): Promise<string> {
  simulator.receivers.create('crm', { programme });
  return raw(simulator, 'POST /receivers/crm HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}');
}

async function raw({ url }: Simulator, sent: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  return text(socket);
}

test('a receiver answers half a body, too much of one, no HTTP, or nothing and closes', async (t) => {
  const simulator = await manualSimulator(t);
  assert.match(await answered(simulator, 'half'), /^HTTP\/1\.1 200 OK\r\n.*content-length: 16\r\n.*\r\n\r\n\{"recei$/s);
  assert.match(await answered(simulator, 'wrong-length'), /content-length: 7\r\n.*\r\n\r\n\{"received":2\}$/s);
  assert.match(await answered(simulator, 'garbage'), /this is not HTTP/);
  assert.equal(await answered(simulator, 'close'), '');
  await assert.rejects(answered(simulator, 'reset'), { code: 'ECONNRESET' });
  assert.match(await answered(simulator, 'redirect-private'), /^HTTP\/1\.1 302 .*location: http:\/\/169\.254\.169\.254\//s);
});

test('a body that drips comes in ten pieces, and one without an end goes on while it is read', async (t) => {
  const simulator = await simulatorFor(t);
  assert.match(await answered(simulator, 'drip:50'), /\{"received":1\}$/);
  simulator.receivers.create('crm', { programme: 'endless' });
  const { body } = await request(simulator.receiverUrl('crm'), { method: 'POST', body: '{}' });
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > 1_000_000) break;
  }
  assert.ok(bytes > 1_000_000);
});

test('a delay between two times is drawn, and the same seed draws the same', async (t) => {
  const waits = [];
  for (const _ of [1, 2]) {
    const simulator = await manualSimulator(t);
    simulator.receivers.create('crm', { programme: 'delay:1000-5000*' });
    const answer = fetch(simulator.receiverUrl('crm'), { method: 'POST', body: '{}' });
    await untilEntry(simulator, ({ kind }) => kind === 'delivery');
    waits.push((await simulator.time.read()).nextInSeconds);
    await simulator.runUntilIdle();
    assert.equal((await answer).status, 200);
  }
  assert.equal(waits[0], waits[1]);
  assert.ok(Number(waits[0]) >= 1 && Number(waits[0]) <= 5 && waits[0] !== 1);
});

test('a fault strikes by count, by chance and for a time, and leaves the programme where it stands', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('crm', { programme: '201,202' });
  const deliver = async (): Promise<number> => (await fetch(simulator.receiverUrl('crm'), { method: 'POST', body: '{}' })).status;
  await control(simulator, 'POST', '/faults', { link: 'receivers', receiver: 'crm', answer: '503', after: 1, every: 2, times: 2 });
  const statuses = [];
  for (let n = 0; n < 6; n++) statuses.push(await deliver());
  assert.deepEqual(statuses, [201, 503, 202, 503, 200, 200]);
  const { faults } = (await control(simulator, 'GET', '/faults')) as { faults: { met: number; hit: number }[] };
  assert.deepEqual([faults[0]?.met, faults[0]?.hit], [6, 2]);
  await control(simulator, 'DELETE', '/faults');

  await control(simulator, 'POST', '/faults', { link: 'receivers', answer: '500', startsInSeconds: 60, lastsSeconds: 60 });
  const inTime = [await deliver()];
  await simulator.advance(61_000);
  inTime.push(await deliver());
  await simulator.advance(60_000);
  inTime.push(await deliver());
  assert.deepEqual(inTime, [200, 500, 200]);

  simulator.faults.add({ link: 'receivers', answer: '500', probability: 0.5 });
  const byChance = await Promise.all(Array.from({ length: 60 }, deliver));
  const struck = byChance.filter((status) => status === 500).length;
  assert.ok(struck > 10 && struck < 50, `${struck} of 60`);
});

test('whatever a fault strikes stands in the timeline, caused by the delivery that it struck', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.faults.add({ link: 'receivers', answer: '503', times: 1 });
  await fetch(simulator.receiverUrl('crm'), { method: 'POST', body: '{}' });
  const [delivery] = simulator.timeline.entries.filter(({ kind }) => kind === 'delivery');
  const [fault] = simulator.timeline.entries.filter(({ kind }) => kind === 'fault');
  assert.deepEqual([fault?.causedBy, fault?.['answer'], fault?.receiver], [delivery?.seq, '503', 'crm']);
});

test('the voice provider fails before it has dialled, or after: the caller cannot tell, the ledger can', async (t) => {
  const simulator = await manualSimulator(t);
  const place = (signal?: AbortSignal) =>
    fetch(`${simulator.vapiUrl}/call`, {
      method: 'POST',
      headers: { authorization: 'Bearer simulated' },
      body: JSON.stringify(callTo(numberFor('busy'), simulator)),
      ...(signal ? { signal } : {}),
    });
  simulator.faults.add({ link: 'voice', answer: '503', times: 1 });
  assert.equal((await place()).status, 503);
  assert.equal(simulator.ledger.read().totals.dials, 0);
  simulator.faults.add({ link: 'voice', answer: 'reset', processed: true, times: 1 });
  await assert.rejects(place());
  assert.equal(simulator.ledger.read().totals.dials, 1);
  const answers = simulator.timeline.entries.filter(({ kind }) => kind === 'fault.answered').map((entry) => entry['answered']);
  assert.deepEqual(answers, [503, 'reset']);

  simulator.reset();
  simulator.faults.add({ link: 'voice', answer: 'delay:9500', times: 1 });
  const late = place();
  await until('the call and its answer wait', async () => (await simulator.time.read()).waiting === 2);
  await simulator.advance(9_500);
  const placed = await late;
  assert.equal(placed.status, 201);
  assert.equal(((await placed.json()) as { status: string }).status, 'queued');
});

test('the text provider has faults of its own', async (t) => {
  const simulator = await textSimulator(t);
  simulator.faults.add({ link: 'texts', answer: '500', processed: true, times: 1 });
  const { to, from, body } = textTo('+15560010001', simulator, 'msg_1');
  const response = await fetch(`${simulator.twilioUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
    body: new URLSearchParams({ To: String(to), From: String(from), Body: String(body) }),
  });
  assert.equal(response.status, 500);
  assert.equal(simulator.ledger.read().totals.texts, 1);
});

test('a receiver over TLS shows a certificate that is good to who trusts it, one that ran out, and one of somebody else', async (t) => {
  const simulator = await simulatorFor(t);
  assert.deepEqual(await control(simulator, 'GET', '/tls'), { tls: null });
  for (const [certificate, code] of [
    ['valid', null],
    ['expired', 'CERT_HAS_EXPIRED'],
    ['other-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const) {
    const { tls } = (await control(simulator, 'PUT', '/tls', { certificate })) as { tls: { url: string; pem: string } };
    const trusting = new Agent({ connect: { ca: tls.pem } });
    const deliver = (dispatcher: Agent) => request(`${tls.url}/receivers/crm`, { method: 'POST', body: '{}', dispatcher });
    if (code === null) assert.equal((await deliver(trusting)).statusCode, 200);
    else await assert.rejects(deliver(trusting), { code });
    const strict = new Agent();
    await assert.rejects(deliver(strict), /certificate/i);
    await trusting.destroy();
    await strict.destroy();
  }
  assert.equal(simulator.receivers.find('crm')?.received, 1);
});

test('the good certificate is of localhost and both its addresses, the one with colons in brackets in an address', () => {
  const { certificate } = makeCertificate('valid', new Date());
  for (const address of ['127.0.0.1', '::1']) assert.equal(new X509Certificate(certificate).checkIP(address), address);
  assert.equal(new URL(`https://${hostInUrl('::1')}:8443`).host, '[::1]:8443');
});

test('a fault that makes no sense is refused, and one that is not there is not found', async (t) => {
  const simulator = await manualSimulator(t);
  await control(simulator, 'POST', '/faults', { link: 'receivers', answer: 'maybe' }, 400);
  await control(simulator, 'POST', '/faults', { link: 'somewhere', answer: '500' }, 400);
  await control(simulator, 'POST', '/faults', { link: 'voice', receiver: 'crm', answer: '500' }, 400);
  await control(simulator, 'POST', '/faults', { link: 'texts', answer: '500', probability: 2 }, 400);
  await control(simulator, 'DELETE', '/faults/fault-9', undefined, 404);
});

test('two certificates asked for at once share one port, which a stop closes; a port that is taken is told', async (t) => {
  const simulator = await manualSimulator(t);
  const [one, other] = await Promise.all([simulator.tls.present('valid'), simulator.tls.present('expired')]);
  assert.equal(one.url, other.url);
  const second = await manualSimulator(t, { tlsPort: Number(new URL(one.url).port) });
  await control(second, 'PUT', '/tls', { certificate: 'valid' }, 409);
  await simulator.stop();
  await control(second, 'PUT', '/tls', { certificate: 'valid' });
});
