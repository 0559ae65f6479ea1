import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { verify } from '../../sdk/webhooks.ts';
import { rawJson } from '../../src/contract/raw-json.ts';
import type { OutgoingEvent } from '../../src/events/event.ts';
import { listenFor } from '../support/api.ts';
import { event, publish } from '../support/events.ts';
import { apiKey } from '../support/fixtures.ts';
import { folderFor } from '../support/folder.ts';
import { receiverFor } from '../support/receiver.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { until } from '../support/until.ts';
import { type Ran, startCli } from './cli.ts';
import { runHere } from './here.ts';

/** The commands of a tenant, which has nothing but an API key, in a folder that knows nothing. */

const home = folderFor({ after });
const system = await ringpost({ after });
const owner = await readyTenant(system);
const baseUrl = `${system.publicUrl}/api/v1/public`;

const env = { XDG_CONFIG_HOME: home };
const run = (args: readonly string[], more: Record<string, string> = {}): Promise<Ran> => runHere(args, { env: { ...env, ...more } });
/** Runs a command that must succeed, and returns what the API answered. */
async function asked(...args: readonly string[]) {
  const { code, stdout, stderr } = await run([...args, '--json']);
  assert.deepEqual([code, stderr], [0, ''], `ringpost ${args.join(' ')}`);
  return JSON.parse(stdout || 'null');
}

/** Each is younger than the one before. */
async function publishOne(parts: Partial<OutgoingEvent> = {}): Promise<void> {
  system.clock.advance(1);
  await publish(system.context, event(system.context, owner.tenantId, { eventType: 'lead.qualified', ...parts }));
}

test('without a key a command says how to come by one', async () => {
  const { code, stderr } = await run(['calls', 'get', 'call_1']);
  assert.equal(code, 2);
  assert.match(stderr, /ringpost login.*RINGPOST_URL and RINGPOST_API_KEY/);
});

test('login tries a key before it keeps it where only its owner can read', async () => {
  const refused = await runHere(['login', '--base-url', system.publicUrl], { env, stdin: 'rp_live_wrong' });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /invalid_api_key/);
  const file = join(home, 'ringpost', 'profiles.json');
  assert.throws(() => statSync(file));
  const nobody = await runHere(['login', '--base-url', 'http://127.0.0.1:1'], { env, stdin: owner.apiKey });
  assert.deepEqual([nobody.code, /Nothing answers at .*127\.0\.0\.1:1/.test(nobody.stderr)], [1, true], nobody.stderr);
  const operators = await runHere(['login', '--base-url', system.operatorUrl], { env, stdin: owner.apiKey });
  assert.equal(operators.code, 1);
  assert.match(operators.stderr, /127\.0\.0\.1:\d+ is the operators' address, which takes no API key\. .*PORT/);
  assert.throws(() => statSync(file));
  const kept = await runHere(['login', '--base-url', system.publicUrl], { env, stdin: `${owner.apiKey}\n` });
  assert.equal(kept.code, 0, kept.stderr);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).profiles, { default: { baseUrl, apiKey: owner.apiKey } });
});

test('keys that other users can read are used with a warning, until the next login', async () => {
  const file = join(home, 'ringpost', 'profiles.json');
  const warning = `Other users of this machine can read the keys in ${file}; chmod 600 it.\n`;
  chmodSync(file, 0o640);
  const listening = ['listen', '--forward-to', 'http://127.0.0.1:9', '--endpoint', 'whe_none'];
  const { stdout, stderr } = await run(listening);
  assert.deepEqual([stdout, stderr], ['', `${warning}ringpost: There is no endpoint whe_none.\n`]);
  assert.equal((await runHere(['login', '--base-url', baseUrl], { env, stdin: owner.apiKey })).code, 0);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal((await run(['agents', 'list', '--json'])).stderr, '');
});

test('profiles are chosen by name, and a key goes to no other service than its own', async () => {
  const narrow = await apiKey(system.context, owner.tenantId, { scopes: ['calls:read'] });
  const named = ['login', '--base-url', baseUrl, '--profile', 'narrow'];
  assert.equal((await run(named, { RINGPOST_API_KEY: narrow.text })).code, 0);
  assert.match((await run(['agents', 'list', '--profile', 'narrow'])).stderr, /insufficient_scope/);
  assert.match((await run(['agents', 'list'], { RINGPOST_PROFILE: 'narrow' })).stderr, /insufficient_scope/);
  assert.match((await run(['agents', 'list', '--profile', 'none'])).stderr, /There are: default, narrow\./);
  assert.match((await run(['agents', 'list', '--base-url', 'http://127.0.0.1:1'])).stderr, /Which key is for http:\/\/127/);
  assert.match((await run(['agents', 'list'], { RINGPOST_URL: baseUrl })).stderr, /the key is missing/);
  assert.equal((await run(['logout', '--profile', 'narrow'])).code, 0);
  assert.equal((await run(['logout', '--profile', 'narrow'])).code, 2);
});

test('login sends the key of the environment to no other service than its own', async () => {
  const login = (...url: [] | [string]): Promise<Ran> => {
    const named = ['login', '--base-url', system.publicUrl, '--profile', 'demo'];
    const others = { RINGPOST_API_KEY: 'rp_live_c1_others', ...(url[0] && { RINGPOST_URL: url[0] }) };
    return runHere(named, { env: { ...env, ...others }, stdin: owner.apiKey });
  };
  const kept = await login('https://ringpost.example.org');
  assert.equal(kept.code, 0, kept.stderr);
  const { profiles } = JSON.parse(readFileSync(join(home, 'ringpost', 'profiles.json'), 'utf8'));
  assert.deepEqual(profiles.demo, { baseUrl, apiKey: owner.apiKey });
  for (const own of [await login(), await login(`${system.publicUrl}/`), await login(baseUrl)])
    assert.match(own.stderr, /invalid_api_key/, 'the key of the environment was taken');
  assert.equal((await run(['logout', '--profile', 'demo'])).code, 0);
});

test('a call is placed by the name of its agent, read, and ended', async () => {
  const { agents } = await asked('agents', 'list');
  const place = ['calls', 'place', '+15550100001', '--agent', agents[0].name, '--variable', 'first_name=Dana', '--key', 'once'];
  const { call } = await asked(...place);
  assert.equal((await asked(...place)).call.id, call.id, 'the key never rings twice');
  assert.equal((await asked('calls', 'get', call.id)).call.status, 'queued');
  const shown = await run(['calls', 'get', call.id]);
  assert.match(shown.stdout, new RegExp(`id +${call.id}\\nstatus +queued`));
  assert.match((await run(['calls', 'end', call.id])).stderr, /Hanging up a call cannot be taken back\. Add --yes/);
  assert.equal((await asked('calls', 'end', call.id, '--yes')).status, 'ending');
  await system.settle();
  assert.deepEqual(
    (await asked('calls', 'list', '--all')).calls.map(({ id }: { id: string }) => id),
    [call.id],
  );
  await system.context.db.knex('calls').where({ id: call.id }).update({ transcript: 'AI: Hello.\nUser: \u001b[2JHi.' });
  const ended = await run(['calls', 'get', call.id]);
  assert.match(ended.stdout, /\n\nAI: Hello\.\nUser: �\[2JHi\.\n$/);
  assert.equal(ended.stderr, '');
  assert.match((await run(['calls', 'place', '+15550100001', '--agent', 'Nobody'])).stderr, /No agent has this name\. There are: "/);
  const gone = await run(['calls', 'get', 'call_00000000000000000000000000', '--json']);
  assert.deepEqual([gone.code, JSON.parse(gone.stdout).error.code], [1, 'call_not_found']);
});

test("an agent's schema is set and shown", async () => {
  const { agents } = await asked('agents', 'list');
  const schema = { type: 'object', properties: { budget: { type: 'number' } } };
  assert.deepEqual((await asked('agents', 'schema', agents[0].name, '--set', JSON.stringify(schema))).extractionSchema, schema);
  const shown = await run(['agents', 'schema', agents[0].id]);
  assert.deepEqual([/"budget"/.test(shown.stdout), shown.stderr], [true, '']);
  assert.equal((await asked('agents', 'schema', agents[0].id, '--set', 'null')).extractionSchema, null);
});

test('an endpoint and its trigger are made, listed, and deleted by those who are sure', async () => {
  const made = await run(['endpoints', 'create', 'Second', system.simulator.receiverUrl(owner.receiver), '--header', 'X-Team=a']);
  assert.match(made.stdout, /signing secret +[0-9a-f]{64}/);
  const { trigger } = await asked('triggers', 'create', 'call.completed', 'Second', '--outcome', 'INTERESTED');
  assert.deepEqual([trigger.webhookEndpoint.name, trigger.conditions], ['Second', { outcome: ['INTERESTED'] }]);
  assert.match((await run(['endpoints', 'delete', 'Second'])).stderr, /cannot be taken back\. Add --yes/);
  assert.match((await run(['triggers', 'list'])).stdout, new RegExp(trigger.id));
  assert.equal((await asked('triggers', 'test', trigger.id)).trigger.id, trigger.id);
  assert.match((await run(['trigger', 'call.completed'])).stderr, /A made-up event is sent by `ringpost event send`/);
  assert.equal(await asked('triggers', 'delete', trigger.id, '--yes'), null);
  assert.equal(await asked('endpoints', 'delete', 'Second', '--yes'), null);
  const { endpoints } = await asked('endpoints', 'list');
  assert.equal(
    endpoints.some(({ name }: { name: string }) => name === 'Second'),
    false,
  );
});

test('deliveries are listed, shown with their payload, and sent again', async () => {
  await publishOne();
  await system.work();
  const { deliveries } = await asked('deliveries', 'list', '--status', 'success', '--all');
  const [delivery] = deliveries;
  assert.match((await run(['deliveries', 'list', '--limit', '1'])).stdout, new RegExp(`${delivery.id}  lead\\.qualified  success`));
  const shown = await run(['deliveries', 'show', delivery.id]);
  assert.deepEqual([/"event": "lead\.qualified"/.test(shown.stdout), shown.stderr], [true, '']);
  const again = asked('deliveries', 'retry', delivery.id);
  assert.equal((await again).id, delivery.id);
});

/** Starts a command that follows deliveries, and waits until it has said that it does. */
async function following(t: TestContext, args: readonly string[], says: string) {
  const started = startCli(args, { env });
  t.after(() => started.child.kill('SIGKILL'));
  let said = '';
  started.child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  await until('it follows', async () => said.includes(says));
  return {
    ...started,
    heard: () => said,
    async interrupt(): Promise<Ran> {
      started.child.kill('SIGINT');
      return started.ended;
    },
  };
}

test('listen forwards what comes to a local receiver, every digit of it, signed with the secret that it prints', async (t) => {
  const local = await receiverFor(t);
  const { child, ended } = await following(t, ['listen', '--forward-to', local.url, '--events', 'lead.qualified'], 'Forwarding to');
  const metadata = '{"id":12345678901234567890,"price":1.10}';
  await publishOne({ data: { metadata: rawJson(metadata) } });
  await until('it is forwarded', async () => local.received.length === 1);
  local.answer(500);
  await publishOne();
  await until('the second is forwarded', async () => local.received.length === 2);
  const secret = (await run(['listen', '--print-secret'])).stdout.trim();
  const { deliveries } = await asked('deliveries', 'list', '--limit', '2');
  for (const [index, { headers, body }] of local.received.entries()) {
    const verdict = verify({ headers, body }, { secret });
    assert.ok(verdict.ok, JSON.stringify(verdict));
    assert.equal(verdict.deliveryId, deliveries[1 - index].id);
    assert.deepEqual(JSON.parse(body.toString()), (await asked('deliveries', 'show', deliveries[1 - index].id)).payload);
  }
  for (const text of [String(local.received[0]?.body), (await run(['deliveries', 'show', deliveries[1].id, '--json'])).stdout])
    assert.ok(text.includes(metadata), text);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  assert.equal(code, 0);
  assert.match(stdout, /lead\.qualified {2}CRM.* {2}200 in \d+ ms\n.*the service would try again after 500; --since brings it again\n$/);
});

test('what goes to an endpoint that was made since the start is forwarded with its method and headers', async (t) => {
  const local = await receiverFor(t);
  const { interrupt } = await following(t, ['listen', '--forward-to', local.url], 'Forwarding to');
  const to = system.simulator.receiverUrl(owner.receiver);
  await asked('endpoints', 'create', 'Late', to, '--method', 'PUT', '--header', 'X-Team=a');
  await asked('triggers', 'create', 'lead.qualified', 'Late');
  await publishOne();
  await until('both are forwarded', async () => local.received.length === 2);
  await interrupt();
  assert.deepEqual(local.received.map(({ method, headers }) => [method, headers['x-team']]).sort(), [
    ['POST', undefined],
    ['PUT', 'a'],
  ]);
  await asked('endpoints', 'delete', 'Late', '--yes');
});

test('listen says where nobody answers any more, and that it asks again', async (t) => {
  const service = createServer((request, response) => {
    const pagination = { page: 1, limit: 50, total: 0, totalPages: 0 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url?.includes('deliveries') ? { deliveries: [], pagination } : { endpoints: [] }));
  });
  const { origin, close } = await listenFor(t, service);
  const base = `${origin}/api/v1/public`;
  const listen = ['listen', '--forward-to', 'http://127.0.0.1:9', '--base-url', base, '--api-key', 'rp_test_c1_x'];
  const { heard, interrupt } = await following(t, listen, 'Forwarding to');
  void close();
  await until('it says so', async () => heard().includes('asked again'));
  await interrupt();
  assert.match(heard(), new RegExp(`Nothing answers at ${base} \\(ECONNREFUSED\\)\\. Is the service running there\\? It is asked again;`));
});

test('what would never forward or send anything is refused', async () => {
  const listen = ['listen', '--forward-to', 'http://127.0.0.1:9'];
  const cases: readonly (readonly [readonly string[], string])[] = [
    [[...listen, '--endpoint', 'whe_none'], 'There is no endpoint whe_none.'],
    [['catch-up', '--since', '1h', '--seen-nothing', '--endpoint', 'whe_none'], 'There is no endpoint whe_none.'],
    [[...listen, '--events', ''], '--events takes call.completed, sms.received, sms.delivered, sms.failed, lead.qualified; not "".'],
    [['listen', '--forward-to', 'http://me:secret@127.0.0.1:9'], '--forward-to takes no user name or password.'],
    [['login', '--base-url', 'http://me:secret@127.0.0.1:9'], '--base-url takes no user name or password.'],
    [['login', '--base-url', 'http://127.0.0.1:9', '--profile', ''], '--profile takes a name.'],
  ];
  for (const [args, said] of cases) {
    const { code, stdout, stderr } = await run(args);
    assert.deepEqual([code, stdout, stderr], [2, '', `ringpost: ${said}\n`], args.join(' '));
  }
});

test('Ctrl-C ends a listen at once whose first request is not answered', async (t) => {
  const asked: string[] = [];
  const { origin } = await listenFor(
    t,
    createServer(({ url }) => void asked.push(url ?? '')),
  );
  const base = `${origin}/api/v1/public`;
  const to = ['--forward-to', 'http://127.0.0.1:9', '--base-url', base, '--api-key', 'rp_test_c1_x'];
  for (const more of [[], ['--endpoint', 'CRM']]) {
    const { child, ended } = startCli(['listen', ...to, ...more], { env });
    await until('it has asked', async () => asked.length > 0);
    child.kill('SIGINT');
    assert.deepEqual(await ended, { code: 0, stdout: '', stderr: '' });
    assert.deepEqual(asked.splice(0), ['/api/v1/public/webhooks'], 'it did not ask again');
  }
});

test('listen goes on where the one before ended, with what its receiver was not tried with', async (t) => {
  const local = await receiverFor(t);
  const forwarded = (): readonly unknown[] => local.received.map(({ headers }) => headers['x-webhook-delivery-id']);
  const forwards = (count: number): Promise<void> => until(`${count} are forwarded`, async () => local.received.length === count);
  const published = async (): Promise<string> => {
    await publishOne();
    return (await asked('deliveries', 'list', '--limit', '1')).deliveries[0].id;
  };
  const listen = (says: string, ...more: string[]) =>
    following(t, ['listen', '--forward-to', local.url, '--endpoint', 'CRM', ...more], says);

  const before = readdirSync(join(home, 'ringpost', 'listen'));
  const first = await listen('Forwarding to');
  const one = await published();
  await forwards(1);
  assert.doesNotMatch((await first.interrupt()).stderr, /goes on/);
  const [file, ...others] = readdirSync(join(home, 'ringpost', 'listen')).filter((name) => !before.includes(name));
  assert.deepEqual([others, statSync(join(home, 'ringpost', 'listen', file ?? assert.fail())).mode & 0o777], [[], 0o600]);

  const two = await published();
  local.answer(() => {});
  const second = await listen('after the delivery of 2026-');
  await forwards(2);
  assert.deepEqual((await second.interrupt()).stdout, '', 'it does not wait for the answer');
  local.answer(200);
  const third = await listen('It goes on where the listen before ended');
  await forwards(3);
  await third.interrupt();
  assert.deepEqual(forwarded(), [one, two, two], 'a receiver that did not get to answer is tried again');

  await published();
  const fourth = await listen('Forwarding to', '--from-now');
  const four = await published();
  await forwards(4);
  assert.doesNotMatch((await fourth.interrupt()).stderr, /goes on/);
  assert.deepEqual(forwarded().at(-1), four);
  const fifth = await listen('It goes on');
  const five = await published();
  await forwards(5);
  assert.deepEqual([forwarded().at(-1), (await fifth.interrupt()).code], [five, 0]);
  assert.match(
    (await run(['listen', '--forward-to', local.url, '--since', '1h', '--from-now'])).stderr,
    /--since or --from-now, and not both/,
  );

  system.clock.advance(31 * 86_400);
  const six = await published();
  const last = await listen('which the service does not list any more');
  await forwards(6);
  await last.interrupt();
  assert.deepEqual(forwarded().at(-1), six);
});

test('catch-up sends again what the receiver has never seen', async (t) => {
  for (let count = 0; count < 3; count++) await publishOne();
  await system.work();
  const { deliveries } = await asked('deliveries', 'list', '--limit', '3');
  const [third, second, first] = deliveries.map(({ id }: { id: string }) => id);
  const attempts = async (id: string): Promise<number> => (await asked('deliveries', 'show', id)).attempts;
  const { createdAt } = deliveries[2];
  const compare = (stdin: string, ...more: string[]): Promise<Ran> =>
    runHere(['catch-up', '--since', createdAt, '--seen', '-', ...more], { env, stdin });

  const dry = await compare(`${second.toUpperCase()}\r\n\n`, '--dry-run', '--endpoint', 'CRM');
  assert.deepEqual([dry.code, dry.stderr], [0, '3 recorded, 1 of them seen, 2 would be sent again.\n'], dry.stderr);
  assert.deepEqual(dry.stdout.match(/\S+(?= {2}lead)/g), [first, third], 'the oldest first');
  assert.equal(await attempts(first), 1);

  const seen = await receiverFor(t);
  seen.answer((response) => void response.end(`${second}\n${third}\n`));
  const caughtUp = await run(['catch-up', '--since', createdAt, '--seen-from', seen.url, '--json']);
  const lines = caughtUp.stdout.trim().split('\n');
  assert.deepEqual([caughtUp.code, lines.length, JSON.parse(lines[0] ?? '').id], [0, 1, first], caughtUp.stderr);
  assert.deepEqual([JSON.parse(lines[0] ?? '').fate, JSON.parse(lines[0] ?? '').status], ['sent_again', 'success']);
  assert.deepEqual([await attempts(first), await attempts(third)], [2, 1]);
});

test('what comes while the receiver says what it has seen is not sent again', async (t) => {
  await publishOne();
  await system.work();
  const [{ id, createdAt }] = (await asked('deliveries', 'list', '--limit', '1')).deliveries;
  const { origin } = await listenFor(
    t,
    createServer(async (_, response) => {
      await publishOne();
      await system.work();
      response.end(id);
    }),
  );
  const { code, stdout, stderr } = await run(['catch-up', '--since', createdAt, '--seen-from', origin, '--endpoint', 'CRM']);
  assert.deepEqual([code, stdout, stderr], [0, '', '1 recorded, 1 of them seen.\n']);
});

test('catch-up refuses an empty list of what was seen, which would send everything again', async (t) => {
  const empty = await receiverFor(t);
  empty.answer((response) => void response.end('\n'));
  for (const seen of [
    ['--seen', '-'],
    ['--seen', '/dev/null'],
    ['--seen-from', empty.url],
  ]) {
    const { code, stdout, stderr } = await run(['catch-up', '--since', '2026-01-01T00:00:00Z', ...seen]);
    assert.deepEqual([code, stdout], [2, ''], stderr);
    assert.match(stderr, /^ringpost: \S+ names no delivery id\. If the receiver has seen nothing at all, give --seen-nothing\.\n$/);
  }
  const nothing = await run(['catch-up', '--since', '24h', '--seen-nothing', '--dry-run']);
  assert.deepEqual([nothing.code, / 0 of them seen/.test(nothing.stderr)], [0, true], nothing.stderr);
  const both = await run(['catch-up', '--since', '24h', '--seen-nothing', '--seen', '-']);
  assert.deepEqual([both.code, /Give one of --seen, --seen-from and --seen-nothing/.test(both.stderr)], [2, true], both.stderr);
});

test('a catch-up whose reader has gone stops like a program that the broken pipe has ended', async (t) => {
  const endpoint = { id: 'whe_1', name: 'CRM' };
  const createdAt = new Date().toISOString();
  const delivery = (id: string) => ({ id, status: 'failed', eventType: 'lead.qualified', endpoint, createdAt });
  const [first, second] = [delivery(randomUUID()), delivery(randomUUID())];
  let retries = 0;
  const service = createServer((request, response) => {
    if (request.method !== 'POST')
      response.end(JSON.stringify({ deliveries: [first, second], pagination: { page: 1, limit: 50, total: 2, totalPages: 1 } }));
    // The second is never answered.
    else if (++retries === 1) response.end(JSON.stringify({ ...first, status: 'success' }));
  });
  const base = `${(await listenFor(t, service)).origin}/api/v1/public`;
  const args = ['catch-up', '--since', '1h', '--seen', '-', '--base-url', base, '--api-key', 'rp_test_c1_x'];
  const { child, ended } = startCli(args, { env, stdin: randomUUID() });
  // The rest of what it says cannot be collected.
  ended.catch(() => {});
  child.stdout?.destroy();
  const [code] = await once(child, 'exit');
  assert.equal(code, 141);
});

test('a catch-up goes on when the service that was away comes back', async (t) => {
  const delivery = { id: randomUUID(), status: 'failed', eventType: 'lead.qualified', endpoint: { id: 'whe_1', name: 'CRM' } };
  const listed = { ...delivery, createdAt: new Date().toISOString() };
  let isBack = false;
  const service = createServer((request, response) => {
    if (request.method !== 'POST')
      response.end(JSON.stringify({ deliveries: [listed], pagination: { page: 1, limit: 50, total: 1, totalPages: 1 } }));
    else if (isBack) response.end(JSON.stringify({ ...listed, status: 'success' }));
    else response.writeHead(503, { 'Retry-After': '3600' }).end('{"error": {"code": "overloaded", "message": "Come back."}}');
  });
  const base = `${(await listenFor(t, service)).origin}/api/v1/public`;
  const args = ['catch-up', '--since', '1h', '--seen-nothing', '--base-url', base, '--api-key', 'rp_test_c1_x'];
  const { heard, ended } = await following(t, args, 'asked again');
  assert.equal(heard(), 'Come back. It is asked again; the rest follows.\n');
  isBack = true;
  const { code, stdout } = await ended;
  assert.equal(code, 0, heard());
  assert.match(stdout, /CRM {2}sent again\n$/);
});

test('Ctrl-C ends a catch-up at once that is not answered, with a sentence', async (t) => {
  let isAsked = false;
  const delivery = { id: randomUUID(), status: 'failed', endpoint: { id: 'whe_1', name: 'CRM' }, createdAt: new Date().toISOString() };
  const service = createServer((request, response) => {
    if (request.method === 'POST') isAsked = true;
    else response.end(JSON.stringify({ deliveries: [delivery], pagination: { page: 1, limit: 50, total: 1, totalPages: 1 } }));
  });
  const base = `${(await listenFor(t, service)).origin}/api/v1/public`;
  const { child, ended } = startCli(['catch-up', '--since', '1h', '--seen-nothing', '--base-url', base, '--api-key', 'rp_test_c1_x'], {
    env,
  });
  await until('it sends one again', async () => isAsked);
  child.kill('SIGINT');
  const stderr = 'Stopped after 0. The same command goes on with what the receiver has not seen by then.\n';
  assert.deepEqual(await ended, { code: 130, stdout: '', stderr });
});

test('catch-up leaves alone what is on its way, and takes nothing but ids for what was seen', async (t) => {
  await publishOne();
  const { deliveries } = await asked('deliveries', 'list', '--limit', '1');
  const since = ['catch-up', '--since', deliveries[0].createdAt];
  const waiting = await run([...since, '--seen-nothing']);
  assert.deepEqual([waiting.code, /on its way\n$/.test(waiting.stdout), /1 on their way/.test(waiting.stderr)], [0, true, true]);
  await system.work();
  const wrong = await runHere([...since, '--seen', '-'], { env, stdin: '[{"id": 1}]' });
  assert.deepEqual([wrong.code, /Line 1 of - is no delivery id/.test(wrong.stderr)], [2, true], wrong.stderr);
  assert.match((await run(since)).stderr, /Give one of --seen, --seen-from and --seen-nothing/);
  assert.match((await run([...since, '--seen', '/nowhere'])).stderr, /cannot be read/);
  assert.match((await run([...since, '--seen-from', 'http://127.0.0.1:1/'])).stderr, /does not answer/);
  const broken = await receiverFor(t);
  broken.answer((response) => {
    response.writeHead(200, { 'content-length': '100' }).write(`${randomUUID()}\n`, () => response.destroy());
  });
  const cut = await run([...since, '--seen-from', broken.url]);
  assert.deepEqual([cut.code, /--seen-from: http\S+ does not answer \(/.test(cut.stderr)], [2, true], cut.stderr);
});

test('tail shows deliveries as they are made', async (t) => {
  const { child, ended } = await following(t, ['deliveries', 'tail', '--follow'], 'New deliveries are shown');
  const shown = once(child.stdout ?? assert.fail(), 'data');
  await publishOne();
  const [line] = await shown;
  const { deliveries } = await asked('deliveries', 'list', '--limit', '1');
  assert.match(String(line), new RegExp(`${deliveries[0].id}  lead\\.qualified`));
  child.kill('SIGINT');
  assert.equal((await ended).code, 0);
  const last = (await run(['deliveries', 'tail'])).stdout.trimEnd().split('\n');
  assert.ok(last.length <= 10 && last.at(-1)?.includes(deliveries[0].id), last.join('\n'));
});

test('tail --follow --json prints lines of JSON and nothing beside them', async (t) => {
  const { child, ended } = startCli(['deliveries', 'tail', '--follow', '--json'], { env });
  t.after(() => child.kill('SIGKILL'));
  let seen = '';
  child.stdout?.on('data', (piece) => {
    seen += piece;
  });
  // It does not say when it has begun.
  await until('one is shown', async () => {
    await publishOne();
    return seen.endsWith('\n');
  });
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  assert.deepEqual([code, stderr], [0, '']);
  for (const line of seen.trimEnd().split('\n')) assert.equal(JSON.parse(line).eventType, 'lead.qualified');
});

test('--watch goes on after a refusal that passes, and Ctrl-C ends it while nobody answers', async (t) => {
  const answers = [
    [200, { tenants: [], nextCursor: null }],
    [503, { error: { code: 'overloaded', message: 'Too much.' } }],
    [429, { error: { code: 'rate_limited', message: 'Too often.' } }],
  ] as const;
  let looks = 0;
  const { origin } = await listenFor(
    t,
    createServer((_, response) => {
      const answer = answers[looks++];
      if (answer) response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
    }),
  );
  const { child, ended } = startCli(['tenant', 'list', '--watch', '--operator-url', origin, '--operator-token', 'x'], { env });
  t.after(() => child.kill('SIGKILL'));
  await until('the fourth look is under way', async () => looks === 4 || child.exitCode !== null);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  assert.equal(code, 0, stderr);
  assert.match(stderr, /\noverloaded: Too much\.\nrate_limited: Too often\.\n$/);
});

test('--watch shows a list again until Ctrl-C', async () => {
  const { child, ended } = startCli(['deliveries', 'list', '--json', '--watch'], { env });
  let seen = '';
  child.stdout?.on('data', (piece) => {
    seen += piece;
  });
  await until('it was shown twice', async () => seen.split('\n').length > 2);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  assert.deepEqual([code, stderr], [0, '']);
  const [first, second] = seen.split('\n').map((line) => line && JSON.parse(line));
  assert.deepEqual(first, second);
});
