import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { idOf } from '../../cli/clients/named.ts';
import { operatorAddress } from '../../cli/clients/operator-address.ts';
import { type PublicAddressGiven, publicAddress } from '../../cli/clients/public-address.ts';
import { parseDuration, showDuration } from '../../cli/parts/duration.ts';
import { parseMoney } from '../../cli/parts/money.ts';
import { moment } from '../../cli/parts/options.ts';
import { showMoney } from '../../src/process/money.ts';
import { listenFor } from '../support/api.ts';
import { folderFor } from '../support/folder.ts';
import { runHere } from './here.ts';

test('names that are told beside a wrong one show none of their hidden characters', async () => {
  const refused = idOf('endpoint', 'whe_', 'nope', async () => [{ id: 'whe_1', name: 'ev\u001b[2Jil\u202e' }]);
  await assert.rejects(refused, { message: 'No endpoint has this name. There are: "ev\ufffd[2Jil\ufffd".' });
});

test('lengths of time', () => {
  const cases = { '90m': 5_400, '1h30m': 5_400, '2d': 172_800, '1w': 604_800, '45': 45, '45s': 45, '0s': 0 };
  for (const [text, seconds] of Object.entries(cases)) assert.equal(parseDuration(text), seconds, text);
  for (const text of ['', 'm', '90 m', '-5m', '1.5h', '5x', '5m3']) assert.equal(parseDuration(text), null, text);
  assert.deepEqual([0, 45, 5_400, 180_000].map(showDuration), ['0 s', '45 s', '1 h 30 min', '2 d 2 h']);
});

test('money is read digit by digit and comes back as it was', () => {
  assert.equal(parseMoney('0.1'), 100_000);
  assert.equal(parseMoney('4.35'), 4_350_000, 'as a double times a million this would be a little less');
  for (const text of ['', '.5', '1.', '1.2345678', '-1', '1e3', '1,000', '٣']) assert.equal(parseMoney(text), null, text);
  assert.deepEqual([0, 1, -150_000, 12_500_000].map(showMoney), ['0.00', '0.000001', '-0.15', '12.50']);
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e15 - 1 }), (micros) => parseMoney(showMoney(micros)) === micros));
});

test('a token from the data folder goes to this machine or to the address beside it, never to another one', (t) => {
  const folder = folderFor(t);
  const none = { url: undefined, token: undefined };
  const at = (given: Partial<{ url: string; token: string }>, env: Record<string, string> = {}) =>
    operatorAddress({ ...none, ...given }, env, folder);
  assert.throws(() => at({}), /No operator API is known here/);
  mkdirSync(join(folder, '.ringpost'));
  writeFileSync(join(folder, '.ringpost', 'secrets.json'), JSON.stringify({ OPERATOR_TOKEN: 'kept' }));
  assert.deepEqual(at({}), { url: 'http://127.0.0.1:8081', token: 'kept' }, 'as `ringpost serve` left it');
  assert.deepEqual(at({}, { OPERATOR_PORT: '9001' }), { url: 'http://127.0.0.1:9001', token: 'kept' });
  assert.deepEqual(at({ url: 'http://localhost:9002/' }), { url: 'http://localhost:9002', token: 'kept' });
  assert.throws(() => at({ url: 'https://ringpost.example.com' }), /wants a token/);
  assert.throws(() => at({}, { OPERATOR_URL: 'http://127.0.0.1.example.com' }), /wants a token/);
  writeFileSync(join(folder, '.ringpost', 'start.json'), JSON.stringify({ operatorUrl: 'http://10.0.0.1:1', operatorToken: 'started' }));
  assert.deepEqual(at({}), { url: 'http://10.0.0.1:1', token: 'started' });
  assert.deepEqual(at({}, { OPERATOR_TOKEN: 'said' }), { url: 'http://10.0.0.1:1', token: 'said' });
  assert.throws(() => at({ url: 'ftp://x' }), /takes http/);
});

test('in the folder of a sandbox the environment names another installation, and an option alone goes before the sandbox', (t) => {
  const folder = folderFor(t);
  mkdirSync(join(folder, '.ringpost'));
  const operator = { operatorUrl: 'http://127.0.0.1:9003', operatorToken: 'play' };
  const sandbox = { name: 'team1', ...operator, publicUrl: 'http://127.0.0.1:9004', console: { apiKey: 'rp_test_play' } };
  writeFileSync(join(folder, '.ringpost', 'start.json'), JSON.stringify(sandbox));
  const live = { OPERATOR_URL: 'http://127.0.0.1:8081', OPERATOR_TOKEN: 'live' };
  const at = (url?: string, env: Record<string, string> = live) => operatorAddress({ url, token: undefined }, env, folder);
  assert.deepEqual(at(), { url: 'http://127.0.0.1:9003', token: 'play' });
  assert.deepEqual(at('http://127.0.0.1:8081'), { url: 'http://127.0.0.1:8081', token: 'live' });
  assert.deepEqual(at('http://127.0.0.1:9003'), { url: 'http://127.0.0.1:9003', token: 'play' });
  assert.equal(at('http://127.0.0.1:9003', { OPERATOR_TOKEN: 'live' }).token, 'play', 'the file knows this address');
  assert.throws(() => at('https://ringpost.example.com'), /wants a token/, 'the environment’s token is for the address beside it');

  const tenant = (given: PublicAddressGiven) =>
    publicAddress(given, {
      RINGPOST_DATA_FOLDER: join(folder, '.ringpost'),
      RINGPOST_URL: 'http://127.0.0.1:8080',
      RINGPOST_API_KEY: 'rp_live_1',
      RINGPOST_PROFILE: 'live',
    });
  assert.deepEqual(tenant({}), { baseUrl: 'http://127.0.0.1:9004/api/v1/public', apiKey: 'rp_test_play' });
  assert.throws(() => tenant({ profile: '' }), /There is no profile ""/);
  const asked = { baseUrl: 'http://127.0.0.1:8080', apiKey: 'rp_live_1' };
  assert.deepEqual(tenant(asked), { ...asked, baseUrl: 'http://127.0.0.1:8080/api/v1/public' });
});

test('a moment is a day of the calendar, and no further away than dates go', async () => {
  const since = moment('');
  const at = async (word: string) => since.read([word], '--since');
  assert.deepEqual(await at('2028-02-29'), { at: '2028-02-29T00:00:00.000Z' });
  assert.deepEqual(await at('2026-12-01T09:00:00+02:00'), { at: '2026-12-01T07:00:00.000Z' });
  for (const word of ['2026-02-30', '2026-02-29T12:00:00Z', '2026-13-01', '99999999999d', '200000w'])
    await assert.rejects(async () => at(word), /--since takes a time such as .*, not "/, word);
});

test('a time without an offset is UTC, as the API reads it and as times are shown, wherever this machine is', async (t) => {
  const zone = process.env['TZ'];
  t.after(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
  process.env['TZ'] = 'America/New_York';
  assert.equal(new Date(2026, 11, 1).toISOString(), '2026-12-01T05:00:00.000Z', 'the zone counts in this process');
  for (const word of [
    '2026-12-01T09:00:00',
    '2026-12-01T09:00',
    '2026-12-01 09:00:00',
    '2026-12-01 09:00:00Z',
    '2026-12-01T04:00:00-05:00',
  ])
    assert.deepEqual(await moment('').read([word], '--since'), { at: '2026-12-01T09:00:00.000Z' }, word);
});

test('a key or token that no header takes is refused and not shown', async () => {
  const broken = ['first-line\nsecond-secret', '“quoted-secret”'];
  const calls = [
    (token: string) => runHere(['tenant', 'list'], { env: { OPERATOR_URL: 'http://127.0.0.1:1', OPERATOR_TOKEN: token } }),
    (token: string) => runHere(['agents', 'list'], { env: { RINGPOST_URL: 'http://127.0.0.1:1', RINGPOST_API_KEY: token } }),
    (token: string) => runHere(['time', 'show'], { env: { SIMULATOR_URL: 'http://127.0.0.1:1', SIMULATOR_TOKEN: token } }),
  ];
  for (const ask of calls)
    for (const token of broken) {
      const { code, stdout, stderr } = await ask(token);
      assert.deepEqual([code, stdout], [2, ''], stderr);
      assert.match(stderr, /^ringpost: The .* has white space in it, or a character that none has\.\n$/);
    }
  assert.equal(operatorAddress({ url: 'http://127.0.0.1:1', token: 'told\n' }).token, 'told', 'the line break of a file is left out');
});

test('an option that names the service goes with a key of the environment that has no service of its own', () => {
  const env = { RINGPOST_API_KEY: 'rp_live_c1_x' };
  const baseUrl = 'https://calls.example.org/api/v1/public';
  const given = { profile: undefined, baseUrl, apiKey: undefined };
  assert.deepEqual(publicAddress(given, env), { baseUrl, apiKey: 'rp_live_c1_x' });
  assert.throws(() => publicAddress({ ...given, baseUrl: undefined }, env), /the address is missing/);
  assert.throws(() => publicAddress(given, { ...env, RINGPOST_URL: 'https://other.example.org' }), /Which key is for https:\/\/calls/);
});

test('an option that gives the key goes with a service of the environment that has no key of its own', () => {
  const apiKey = 'rp_live_c1_x';
  const env = { RINGPOST_URL: 'https://calls.example.org' };
  assert.deepEqual(publicAddress({ apiKey }, env), { baseUrl: 'https://calls.example.org/api/v1/public', apiKey });
  assert.throws(() => publicAddress({}, env), /the key is missing/);
  assert.throws(() => publicAddress({ apiKey }, { RINGPOST_API_KEY: 'rp_live_c1_other' }), /the address is missing/);
});

test('an address of the public API needs neither its path nor the same slash at its end', async () => {
  const apiKey = 'rp_live_c1_x';
  const baseUrl = 'https://calls.example.org/api/v1/public';
  const given = { profile: undefined, baseUrl: undefined, apiKey: undefined };
  for (const url of ['https://calls.example.org', 'https://calls.example.org/', `${baseUrl}/`, baseUrl]) {
    assert.deepEqual(publicAddress(given, { RINGPOST_URL: url, RINGPOST_API_KEY: apiKey }), { baseUrl, apiKey }, url);
    assert.deepEqual(
      publicAddress({ ...given, baseUrl: url }, { RINGPOST_URL: baseUrl, RINGPOST_API_KEY: apiKey }),
      { baseUrl, apiKey },
      url,
    );
  }
  for (const url of ['calls.example.org', 'localhost:8080/api/v1/public']) {
    const { code, stderr } = await runHere(['agents', 'list'], { env: { RINGPOST_URL: url, RINGPOST_API_KEY: apiKey } });
    assert.deepEqual([code, stderr], [2, `ringpost: RINGPOST_URL takes http://… or https://…; not "${url}".\n`]);
  }
});

test('what is no simulator is called so', async (t) => {
  let answer: readonly [number, string] = [200, '<html>'];
  const other = await listenFor(
    t,
    createServer((_, response) => void response.writeHead(answer[0]).end(answer[1])),
  );
  for (answer of [
    [200, '<html>'],
    [200, 'null'],
    [500, 'null'],
  ] as const) {
    const { code, stderr } = await runHere(['time', 'show', '--simulator-url', other.origin]);
    assert.deepEqual([code, stderr], [1, `ringpost: What answers at ${other.origin} is no simulator (status ${answer[0]}).\n`]);
  }
});

test('where nothing can be kept one sentence says so', async (t) => {
  const home = folderFor(t);
  // A folder is where the draft of the file goes.
  mkdirSync(join(home, 'ringpost', `profiles.json.${process.pid}.new`), { recursive: true });
  const { code, stderr } = await runHere(['listen', '--print-secret'], { env: { XDG_CONFIG_HOME: home } });
  assert.equal(code, 2);
  assert.match(stderr, /^ringpost: .*profiles\.json cannot be written \(EISDIR.*\)\.\n$/);
});

test('a call that lasts longer than the wait for it is told in one sentence', async (t) => {
  const service = await listenFor(
    t,
    createServer((_, response) => void response.end('{"call": {"id": "call_1", "status": "ringing"}}')),
  );
  let now = 0;
  // The client waits for ten minutes, by this clock: it is read as the wait begins, before the first read of the call, and after it.
  t.mock.method(performance, 'now', () => {
    now += 300_000;
    return now;
  });
  const env = { RINGPOST_URL: service.origin, RINGPOST_API_KEY: 'rp_live_c1_x' };
  const { code, stderr } = await runHere(['calls', 'get', 'call_1', '--wait'], { env });
  assert.deepEqual([code, stderr], [1, 'ringpost: The call call_1 is still ringing.\n']);
});

/** A service whose answer to a write the test gives; it tells the idempotency key of the newest. */
async function placing(t: TestContext, write: (response: ServerResponse) => void) {
  let key = '';
  const service = await listenFor(
    t,
    createServer(async (request, response) => {
      if (request.method === 'GET') return void response.writeHead(404).end('{"error": {"code": "call_not_found", "message": "Gone."}}');
      key = ((await json(request)) as { idempotencyKey: string }).idempotencyKey;
      write(response);
    }),
  );
  const env = { RINGPOST_URL: service.origin, RINGPOST_API_KEY: 'rp_live_c1_x' };
  return { run: (...args: readonly string[]) => runHere(args, { env }), key: () => key };
}

const place = ['calls', 'place', '+15550100001', '--agent', 'agt_1'];
const notAgain = { 'X-Should-Retry': 'false' };
const refusedWith = (fate: string) => (response: ServerResponse) =>
  response
    .writeHead(500, notAgain)
    .end(JSON.stringify({ error: { code: 'placement_failed', message: 'It did not work.', details: { fate } } }));

test('a call of which nothing is known any more is placed again with the key that it was placed with', async (t) => {
  let isLost = false;
  const lostAtFirst = (response: ServerResponse): void => {
    isLost = !isLost;
    if (isLost) response.destroy();
    else response.writeHead(401).end('{"error": {"code": "invalid_api_key", "message": "It was revoked."}}');
  };
  const unknown: readonly (readonly [(response: ServerResponse) => void, RegExp])[] = [
    [lostAtFirst, /^ringpost: http\S+ did not say at first what it had done, and then refused \(invalid_api_key\)\. /],
    [(response) => response.destroy(), /^ringpost: http\S+ gave no answer \(\w+\)\. /],
    [(response) => response.end('<html>'), /is not Ringpost's public API \(status 200\)\. /],
    [refusedWith('unknown'), /^ringpost: placement_failed: It did not work\. /],
    [
      (response) => response.writeHead(500, notAgain).end('{"error": {"code": "internal_error", "message": "Our mistake."}}'),
      /^ringpost: internal_error: Our mistake\. /,
    ],
  ];
  for (const [write, said] of unknown) {
    const { run, key } = await placing(t, write);
    const { code, stderr } = await run(...place);
    assert.match(stderr, said);
    assert.ok(stderr.includes(` It is not known whether it was done. Repeat the command with --key ${key()}: it is done once.\n`), stderr);
    assert.equal(code, 1);
  }
  const { run } = await placing(t, refusedWith('not_dialled'));
  assert.equal((await run(...place)).stderr, 'ringpost: placement_failed: It did not work.\n  {"fate":"not_dialled"}\n');
});

test('another write of which nothing is known any more is told so', async (t) => {
  const { run } = await placing(t, (response) => response.end('<html>'));
  const { stderr } = await run('endpoints', 'create', 'CRM', 'https://crm.example.org');
  assert.match(stderr, /\(status 200\)\. It is not known whether it was done\.\n$/);
});

test('a call that is waited for is named before', async (t) => {
  const { run } = await placing(t, (response) => response.writeHead(202).end('{"call": {"id": "call_1", "status": "queued"}}'));
  const { stderr } = await run(...place, '--wait', '--json');
  assert.equal(stderr, 'call_1 is placed.\nringpost: call_not_found: Gone.\n');
});

test('JSON with a number that would be sent as another is refused, and other numbers are sent', async (t) => {
  const { run } = await placing(t, (response) => response.writeHead(202).end('{"call": {"id": "call_1", "status": "queued"}}'));
  const lost: readonly (readonly [json: string, number: string, becomes: string])[] = [
    ['{"id": 12345678901234567890}', '12345678901234567890', '12345678901234567000'],
    ['{"a": ["1", -0.12345678901234567891]}', '-0.12345678901234567891', '-0.12345678901234568'],
    ['{"a": 1e400}', '1e400', 'Infinity'],
    ['{"a": 1e-400}', '1e-400', '0'],
  ];
  for (const [json, number, becomes] of lost) {
    const { code, stderr } = await run(...place, '--metadata', json);
    assert.deepEqual(
      [code, stderr],
      [2, `ringpost: --metadata has the number ${number}, which would be sent as ${becomes}. Write it as a text: "${number}".\n`],
    );
  }
  const kept =
    '{"12345678901234567890": "a \\"12345678901234567890", "b": [0, -0, 0.0, 1.10, 9007199254740991, 1E5, 12e-1, 1e21, 0.1, 100]}';
  assert.equal((await run(...place, '--metadata', kept, '--json')).code, 0);
});
