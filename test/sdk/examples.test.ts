import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { events } from '../../sdk/generated/fixtures.ts';
import { sign } from '../../sdk/webhooks.ts';
import { exampleReceivers, startReceiver } from '../support/example-receivers.ts';
import { noEvents } from '../support/no-events.ts';

const root = join(import.meta.dirname, '..', '..');
const vectors = join(root, 'sdk', 'generated', 'vectors.json');
const folder = join(root, 'examples', 'receivers');
const secret = '4f8b1d6c0e2a97f35b6d8c1e7a904f2d3c5b6a79880e1f2d4c3b5a69788f0e1d';

/** How each is told to check the vectors. */
const checks: Readonly<Record<string, readonly [program: string, ...args: readonly string[]]>> = {
  Python: ['python3', join(folder, 'python', 'receiver.py'), '--vectors', vectors],
  PHP: ['php', join(folder, 'php', 'receiver.php'), '--vectors', vectors],
  Ruby: ['ruby', join(folder, 'ruby', 'receiver.rb'), '--vectors', vectors],
  Go: ['go', 'test', '.'],
};

for (const receiver of exampleReceivers) {
  const { language, skip } = receiver;

  test(`the ${language} receiver verifies the published vectors`, { skip }, () => {
    const [program, ...args] = checks[language] ?? assert.fail(language);
    const env = { ...process.env, RINGPOST_VECTORS: vectors };
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: join(folder, language.toLowerCase()), env, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    assert.match(stdout, /^[1-9]\d* vectors verified|^ok\s/);
  });

  test(`the ${language} receiver takes what is signed, once, however deep, and neither a forgery, what it cannot read nor a body of no length or too much`, {
    skip,
  }, async (t) => {
    const running = await startReceiver(t, receiver, secret);
    const post = async (request: object): Promise<number> => (await fetch(running.url, { method: 'POST', ...request })).status;
    const delivery = sign(events.interested, { secret });
    assert.deepEqual([await post(delivery), await post(delivery)], [204, 204]);
    assert.equal(await post(sign(events.smsFailed, { secret: secret.toUpperCase() })), 401);
    assert.equal(await post({ body: '{}' }), 401);
    // Without its id a delivery would be taken for another that had none.
    const { headers, body } = sign(events.smsFailed, { secret });
    assert.equal(await post({ body, headers: without('x-webhook-delivery-id', headers) }), 400);
    assert.equal(await post(sign(events.smsReceived, { secret })), 204);
    await running.printed(/sms\.received/);
    assert.deepEqual(running.output().match(/\b(call|sms)\.\w+/g), ['call.completed', 'sms.received']);

    // The service takes 1,000 levels.
    const metadata = JSON.parse(`${'['.repeat(998)}${']'.repeat(998)}`);
    assert.equal(await post(sign({ ...events.interested, data: { ...events.interested.data, metadata: { metadata } } }, { secret })), 204);

    for (const [what, wrong] of Object.entries(noEvents)) {
      const answer = await fetch(running.url, { method: 'POST', ...sign(wrong, { secret }) });
      assert.deepEqual([answer.status, (await answer.text()).trim()], [400, 'not_an_event'], what);
    }

    // Of other methods Python's server says that it does not know them.
    for (const method of ['GET', 'DELETE'])
      assert.equal((await fetch(running.url, { method })).status, language === 'Python' ? 501 : 405, method);
    // Python's server cannot read a body in chunks.
    const chunked = 'POST / HTTP/1.1\r\nHost: receiver.test\r\nTransfer-Encoding: chunked\r\n\r\n';
    if (language === 'Python') assert.match(await answerTo(t, running.url, chunked), /^HTTP\/1\.\d 411/);
    else assert.equal(await post({ headers, body: new Blob([body]).stream(), duplex: 'half' }), 204);

    const head = 'POST / HTTP/1.1\r\nHost: receiver.test\r\nContent-Length: ';
    // PHP's server only ends the connection. Ruby's waits for the last of these bodies, and ends it after half a minute.
    for (const length of ['-1', 'some', ...(language === 'Ruby' ? [] : ['9'.repeat(5_000)])])
      assert.match(await answerTo(t, running.url, `${head}${length}\r\n\r\n`), language === 'PHP' ? /^$|^HTTP\/1\.\d 4/ : /^HTTP\/1\.\d 4/);
    // Python's looks at the length alone, and does not read the body.
    const tooMuch = 4 * 1_024 * 1_024 + 1;
    if (language === 'Python') assert.match(await answerTo(t, running.url, `${head}${tooMuch}\r\n\r\n`), /^HTTP\/1\.\d 413/);
    else assert.equal(await post(sign(Buffer.alloc(tooMuch, ' '), { secret })), 413);
  });

  test(`the ${language} receiver takes nothing while it has no secret`, { skip }, async (t) => {
    const running = await startReceiver(t, receiver, '');
    const signed = sign(events.interested, { secret: '' });
    assert.equal((await fetch(running.url, { method: 'POST', ...signed })).status, 401);
  });
}

const without = (name: string, headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each.toLowerCase() !== name));

/** Sends the beginning of a request, and resolves with that of the answer, or with nothing if the connection ends. */
async function answerTo(t: TestContext, url: string, beginning: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  t.after(() => socket.destroy());
  socket.write(beginning);
  let answered = '';
  for await (const text of socket) {
    answered += text;
    if (/^HTTP\/1\.\d \d+/.test(answered)) break;
  }
  return answered;
}

const [python] = exampleReceivers;

test('the Python receiver answers 500 where its handler fails', { skip: python?.skip }, async (t) => {
  const running = await startReceiver(t, python ?? assert.fail(), secret);
  // It cannot print half a surrogate pair.
  const { status } = await fetch(running.url, { method: 'POST', ...sign('{"event":"\\ud800","timestamp":"now","data":{}}', { secret }) });
  assert.equal(status, 500);
});

const php = exampleReceivers.find(({ language }) => language === 'PHP') ?? assert.fail('There is no receiver in PHP.');

test('the PHP receiver has a delivery sent again that needs more memory than it has, even if it displays errors', {
  skip: php.skip,
}, async (t) => {
  const serve = (port: number) => {
    const [program, ...args] = php.serve(port);
    return [program, '-d', 'display_errors=1', '-d', 'memory_limit=32M', ...args] as const;
  };
  const running = await startReceiver(t, { ...php, serve }, secret);
  const large = { ...events.interested, data: Array.from({ length: 200_000 }, () => ({ a: 1 })) };
  assert.equal((await fetch(running.url, { method: 'POST', ...sign(large, { secret }) })).status, 500);
});

test('the PHP receiver has a delivery sent again that it failed to handle, even if it displays errors', { skip: php.skip }, async (t) => {
  const serve = (port: number) => {
    const [program, ...args] = php.serve(port);
    // It can keep nothing there.
    return ['env', 'RINGPOST_HANDLED=/dev/null', program, '-d', 'display_errors=1', ...args] as const;
  };
  const running = await startReceiver(t, { ...php, serve }, secret);
  assert.equal((await fetch(running.url, { method: 'POST', ...sign(events.interested, { secret }) })).status, 500);
});
