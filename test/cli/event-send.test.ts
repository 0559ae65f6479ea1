import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { verify } from '../../sdk/webhooks.ts';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import { eventTypes } from '../../src/contract/generated/public.ts';
import { folderFor } from '../support/folder.ts';
import { receiverFor } from '../support/receiver.ts';
import { type Ran, runCli } from './cli.ts';
import { runHere } from './here.ts';

const home = folderFor({ after });

const secret = 'a'.repeat(64);
const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  runHere(['event', 'send', ...args], { env: { XDG_CONFIG_HOME: home, ...env } });

test('an event of each type is sent as its document says, and a receiver takes it', async (t) => {
  const local = await receiverFor(t);
  for (const event of eventTypes) {
    const { code, stdout, stderr } = await run([event, '--to', local.url, '--secret', secret, '--standard-webhooks']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^answer +2\d\d in \d+ ms/m);
    assert.match(stdout, /^our verifier +accepts it$/m);
    const { headers, body } = local.received.at(-1) ?? assert.fail('nothing came');
    assert.ok(verify({ headers, body }, { secret }).ok);
    assert.equal(headers['webhook-id'], headers['x-webhook-delivery-id']);
    assert.deepEqual(eventProblems(JSON.parse(body.toString())), []);
  }
});

test('--set changes it at any depth, and a text stays a text', async (t) => {
  const local = await receiverFor(t);
  const set = ['data.outcome=CALLBACK', 'data.duration_seconds=7', 'data.contact.zip=83702', 'data.notes=null'];
  const callback = ['data.callback.requestedAt=2026-01-05T17:00:00Z', 'data.callback.note=After five'];
  const changes = [...set, ...callback, 'data.variables.first_name=Mika'].flatMap((change) => ['--set', change]);
  const { code, stderr, stdout } = await run(['call.completed', ...changes, '--to', local.url, '--json'], {
    RINGPOST_SIGNING_SECRET: secret,
  });
  assert.equal(code, 0, stderr);
  const { body } = JSON.parse(stdout);
  assert.deepEqual(JSON.parse(local.received[0]?.body.toString() ?? ''), body, 'it prints what it sent');
  const { outcome, duration_seconds, contact, notes, callback: back, variables } = body.data;
  assert.deepEqual([outcome, duration_seconds, contact.zip, notes], ['CALLBACK', 7, '83702', null]);
  assert.deepEqual(back, { requestedAt: '2026-01-05T17:00:00Z', note: 'After five' });
  assert.equal(variables.first_name, 'Mika');
});

test('--set refuses a number that it could not send as it is written', async () => {
  for (const number of ['9007199254740993', '-9007199254740993', '1e999', '{"a":[12345678901234567890]}', '0.12345678901234567890']) {
    const { code, stderr } = await run(['call.completed', '--set', `data.metadata=${number}`, '--to', 'http://127.0.0.1:1']);
    assert.deepEqual([code, /as a text/.test(stderr)], [2, true], number + stderr);
  }
  for (const value of ['9007199254740991', '1.50', '1E2', '-0', '{"a":"9007199254740993"}', '"\\"9007199254740993"'])
    assert.equal((await run(['call.completed', '--set', `data.metadata.a=${value}`, '--to', 'http://127.0.0.1:1'])).code, 1, value);
});

test('two events are two: each has ids of its own and the present time', async (t) => {
  const local = await receiverFor(t);
  for (const runAs of [runCli, runHere]) await runAs(['event', 'send', 'call.completed', '--to', local.url, '--secret', secret]);
  const [one, two] = local.received.map(({ body, headers }) => ({ ...JSON.parse(body.toString()), id: headers['x-webhook-delivery-id'] }));
  assert.notEqual(one.id, two.id);
  assert.notEqual(one.data.call_id, two.data.call_id);
  assert.ok(Date.parse(one.timestamp) > Date.parse('2026-01-04T00:00:00Z'), one.timestamp);
});

test('what the document forbids is refused unless it is meant, a misspelt name too', async (t) => {
  const local = await receiverFor(t);
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['data.duration_seconds=-1', /\/data\/duration_seconds must be >= 0/],
    ['data.outcom=CALLBACK', /\/data\/outcom/],
    ['outcome=CALLBACK', /\/outcome is not a property/],
    ['event=call.started', /\/event/],
    ['data=none', /\/data/],
  ];
  for (const [set, sentence] of wrong) {
    const { code, stderr } = await run(['call.completed', '--set', set, '--to', local.url]);
    assert.equal(code, 2, set);
    assert.match(stderr, sentence);
  }
  assert.equal(local.received.length, 0, 'nothing was sent');
  const meant = await run(['call.completed', '--set', 'data=none', '--invalid', '--to', local.url, '--secret', secret]);
  assert.equal(meant.code, 0, 'the receiver took it');
  assert.match(meant.stdout, /^our verifier +refuses it \(not_an_event\)/m);
  assert.match(meant.stdout, /^invalid +\/data/m);
});

test('it says what a receiver answered that refuses it, and where nobody listens', async (t) => {
  const local = await receiverFor(t);
  local.answer(401);
  const refused = await run(['sms.received', '--to', local.url]);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /^answer +401 in/m);
  assert.match(refused.stderr, /The request is sound: .*compare the receiver's secret/);
  const [, printed = ''] = /machine's secret: ([0-9a-f]{64})/.exec(refused.stderr) ?? assert.fail(refused.stderr);
  const { headers, body } = local.received[0] ?? assert.fail('nothing came');
  assert.ok(verify({ headers, body }, { secret: printed }).ok, 'the secret that it prints is the one that it signs with');
  const nobody = await run(['sms.received', '--to', `http://127.0.0.1:${await freePort()}/hooks`]);
  assert.equal(nobody.code, 1);
  assert.match(nobody.stdout, /^answer +it gave no answer: .*ECONNREFUSED/m);
});

test('an example is chosen by its name', async () => {
  const { code, stderr } = await run(['call.completed', '--example', 'smsReceived', '--to', 'http://127.0.0.1:1']);
  assert.equal(code, 2);
  assert.match(stderr, /--example of call\.completed takes interested, callback, .*; not "smsReceived"/);
});
