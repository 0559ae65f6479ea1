import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { simulatorContract } from '../../simulator/control-operations.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import type { Simulator, SimulatorOptions } from '../../simulator/simulator.ts';
import document from '../../src/contract/generated/simulator.json' with { type: 'json' };
import { operationsOf } from '../../tools/contract/document.ts';
import { simulatorFor } from '../support/simulator.ts';
import { ask } from './ask.ts';
import { callTo, manualSimulator, messagesTo } from './support.ts';

/** What the simulator answers to whom: by which name it was reached, and which page asks. */

async function simulatorWith(t: TestContext, options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await simulatorFor(t, options);
  return simulator;
}

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Every operation of the document, and what is on the wires of others. */
const routes: readonly Route[] = [
  ...operationsOf(document).map(({ method, path }) => ({ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, 'crm') })),
  { method: 'POST', path: '/receivers/crm' },
  { method: 'PUT', path: '/sessions/one/receivers/crm' },
  { method: 'POST', path: '/vapi/call' },
  { method: 'GET', path: '/vapi/call' },
  { method: 'POST', path: '/twilio/2010-04-01/Accounts/simulated/Messages.json' },
  { method: 'POST', path: '/service/api/v1/public/calls' },
  { method: 'GET', path: '/recordings/crm.wav' },
  { method: 'GET', path: '/nowhere' },
];
const doing = routes.filter(({ method }) => method !== 'GET');

/** The answer's status and code, held against the document where it has the operation. */
async function refusal(simulator: Simulator, { method, path }: Route, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const { status, text } = await ask(simulator, method, path, headers);
  const route = simulatorContract().route(method, path);
  if (route.kind === 'operation')
    assert.deepEqual(simulatorContract().responseProblems(route.operation.id, status, JSON.parse(text)), [], `${method} ${path}: ${text}`);
  return [status, JSON.parse(text).error.code];
}

test('a request by a foreign name is refused on every path, and leaves nothing behind', async (t) => {
  const simulator = await simulatorWith(t);
  simulator.openSession({ name: 'one' });
  const before = simulator.timeline.entries.length;
  for (const route of routes) {
    const headers = { host: 'evil.example:8090', origin: 'http://evil.example:8090', 'sec-fetch-site': 'same-origin' };
    assert.deepEqual(await refusal(simulator, route, headers), [403, 'host_not_allowed'], `${route.method} ${route.path}`);
  }
  assert.equal(simulator.timeline.entries.length, before);
  assert.deepEqual([simulator.receivers.all(), simulator.faults.all(), (await simulator.time.read()).pace], [[], [], 'running']);
});

for (const [who, headers] of Object.entries({
  'another page': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'another page of a browser that sends no Sec-Fetch-Site': { origin: 'https://evil.example' },
  'a page on another port of this machine': { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
  'a sandboxed frame': { origin: 'null', 'sec-fetch-site': 'cross-site' },
  'a page that hides its origin': { 'sec-fetch-site': 'cross-site' },
  'a page on another port that hides its origin': { 'sec-fetch-site': 'same-site' },
}))
  test(`${who} does nothing on any path, under load neither`, async (t) => {
    for (const load of [null, { sides: new Set(['receivers', 'voice', 'texts'] as const), verifyEvery: 100 }]) {
      const simulator = await simulatorWith(t, { load });
      for (const route of doing) {
        const answered = await refusal(simulator, route, { ...headers, 'content-type': 'text/plain' });
        assert.deepEqual(answered, [403, 'not_same_origin'], `${route.method} ${route.path}`);
      }
      assert.deepEqual([simulator.receivers.all(), simulator.ledger.read().totals.deliveriesReceived], [[], 0]);
    }
  });

test('the console’s own page, and a program that is no browser, do what they ask for', async (t) => {
  const simulator = await simulatorWith(t);
  for (const headers of [{}, { origin: simulator.url, 'sec-fetch-site': 'same-origin' }, { origin: simulator.url }]) {
    assert.equal((await ask(simulator, 'POST', '/time/freeze', headers)).status, 200);
    assert.equal((await ask(simulator, 'POST', '/receivers/crm', headers, '{}')).status, 200);
  }
});

test('a link on another page opens the console', async (t) => {
  const simulator = await simulatorWith(t);
  assert.equal((await ask(simulator, 'GET', '/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).status, 200);
});

test('the simulator answers to addresses, to localhost, to the name that it listens on and to the names that it is told', async (t) => {
  const simulator = await simulatorWith(t, { host: 'localhost', allowedHosts: ['simulator', 'Host.Docker.Internal'] });
  const statusBy = async (host: string): Promise<number> => (await ask(simulator, 'GET', '/healthz', { host })).status;
  const allowed = [
    'localhost',
    'LOCALHOST:8090',
    '127.0.0.1:8090',
    '10.0.0.7:8090',
    '[::1]:8090',
    '[fd00::7]',
    'simulator:8090',
    'host.docker.internal',
  ];
  for (const host of allowed) assert.equal(await statusBy(host), 200, host);
  const foreign = [
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'simulator.evil.example',
    'x@127.0.0.1',
    'a b',
    '[simulator]',
    '::1',
    '127.0.0.1:x',
    '127.0.0.1:65536',
    '[::1%25eth0]',
  ];
  for (const host of foreign) assert.equal(await statusBy(host), 403, host);
});

test('a Host that is empty is refused; a caller of HTTP/1.0, which no browser is, may leave it out', async (t) => {
  const simulator = await simulatorWith(t);
  const answerTo = async (text: string): Promise<string> => {
    const socket = connect(Number(new URL(simulator.url).port), '127.0.0.1');
    socket.end(text);
    return String((await socket.toArray())[0]);
  };
  assert.match(await answerTo('GET /healthz HTTP/1.1\r\nHost:\r\n\r\n'), /^HTTP\/1\.1 403/);
  assert.match(await answerTo('GET /healthz HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200/);
});

test('the receivers over TLS are guarded alike', async (t) => {
  const simulator = await simulatorWith(t);
  const { url } = await simulator.tls.present('valid');
  const statusWith = async (headers: Record<string, string>) => (await ask({ url }, 'POST', '/receivers/crm', headers, '{}')).status;
  assert.deepEqual([await statusWith({ host: 'evil.example' }), await statusWith({ origin: 'https://evil.example' })], [403, 403]);
  assert.equal(await statusWith({ origin: url }), 200);
});

test('with a token, every path asks for it but the wires of others and the question after health', async (t) => {
  const simulator = await simulatorWith(t, { token: 'the-token' });
  const wires = /^\/(vapi|twilio|service)\/|^\/healthz$|\/recordings\/crm\.wav$|^\/(sessions\/one\/)?receivers\/crm$/;
  const isDelivery = ({ method, path }: Route): boolean => !path.includes('receivers') || method === 'POST' || method === 'PUT';
  for (const route of routes) {
    if (wires.test(route.path) && isDelivery(route)) {
      assert.notEqual((await ask(simulator, route.method, route.path, {})).headers['www-authenticate'], asksForIt, route.path);
    } else {
      for (const headers of [{}, { authorization: 'Bearer another' }, { authorization: `Basic ${btoa('the-token:another')}` }])
        assert.deepEqual(await refusal(simulator, route, headers), [401, 'token_required'], `${route.method} ${route.path}`);
    }
  }
  for (const authorization of ['Bearer the-token', `Basic ${btoa('anybody:the-token')}`])
    for (const path of ['/', '/timeline', '/console/console.js'])
      assert.equal((await ask(simulator, 'GET', path, { authorization })).status, 200, path);
  assert.equal((await ask(simulator, 'GET', '/', {})).headers['www-authenticate'], asksForIt);
});

test('no path below a wire of others, and none that leads back from there, belongs to the control API', async (t) => {
  const simulator = await simulatorWith(t, { token: 'the-token' });
  const wires = [
    '/vapi',
    '/vapi/a/b',
    '/vapi/..',
    '/vapi/%2e%2e',
    '/twilio',
    '/twilio/a/../..',
    '/service/..',
    '/recordings',
    '/recordings/..',
  ];
  const controls = operationsOf(document).map(({ method, path }) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, 'crm'),
  }));
  for (const wire of wires)
    for (const { method, path } of controls) {
      const { status, text } = await ask(simulator, method, `${wire}${path}`, {}, ['POST', 'PUT'].includes(method) ? '{}' : '');
      assert.ok([401, 404, 409].includes(status), `${method} ${wire}${path}: ${status} ${text}`);
    }
  // A backslash leads back as a slash does.
  assert.equal((await ask(simulator, 'GET', '/recordings/..\\receivers\\crm.wav', {})).status, 401);
  assert.deepEqual([simulator.receivers.all(), simulator.faults.all()], [[], []]);
  const { text } = await ask(simulator, 'GET', '/texts', { authorization: 'Bearer the-token' });
  assert.equal(JSON.parse(text).inboundUrl, null);
});

const asksForIt = 'Basic realm="Ringpost simulator", charset="UTF-8"';

test('every address that an answer shows is the one by which the caller reached the simulator', async (t) => {
  const simulator = await manualSimulator(t, { host: '0.0.0.0', allowedHosts: ['simulator'] });
  const { port } = new URL(simulator.url);
  const headers = { host: `simulator:${port}`, authorization: 'Bearer simulated', 'content-type': 'application/json' };
  const asked = async (method: string, path: string, body?: object): Promise<string> =>
    (await ask(simulator, method, path, headers, body && JSON.stringify(body))).text;
  const answers = [
    await asked('POST', '/vapi/call', callTo(numberFor('voicemail'), simulator)),
    await asked('POST', '/receivers', { name: 'crm' }),
    await asked('POST', '/sessions', { name: 'checkout' }),
    await asked('GET', '/sessions/checkout/receivers'),
  ];
  await simulator.runUntilIdle();
  answers.push(await asked('GET', '/vapi/call'), await asked('GET', '/calls'));
  const shown = answers.flatMap((answer) => answer.match(/(http|ws):[^"]+/g) ?? []).filter((url) => !url.endsWith('/receivers/callbacks'));
  assert.deepEqual([...new Set(shown.map((url) => new URL(url).host))], [`simulator:${port}`]);
  assert.ok(shown.some((url) => url.endsWith('/control')) && shown.some((url) => url.endsWith('.wav')));
  const reports = messagesTo(simulator).filter(({ type }) => type === 'end-of-call-report');
  assert.match(reports[0]?.artifact?.recordingUrl ?? '', /^http:\/\/simulator:/);
});
