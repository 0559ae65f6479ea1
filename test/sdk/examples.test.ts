import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { events } from '../../sdk/generated/fixtures.ts';
import { sign } from '../../sdk/webhooks.ts';

const root = join(import.meta.dirname, '..', '..');
const vectors = join(root, 'sdk', 'generated', 'vectors.json');
const python = join(root, 'examples', 'receivers', 'python', 'receiver.py');
const secret = '4f8b1d6c0e2a97f35b6d8c1e7a904f2d3c5b6a79880e1f2d4c3b5a69788f0e1d';

/** Where a language is not installed its receiver is left out, and the end of the run says so. */
const without = (program: string, argument: string): string | false =>
  spawnSync(program, [argument]).status === 0 ? false : `no ${program} on this machine`;

test('the Python receiver verifies the published vectors', { skip: without('python3', '--version') }, () => {
  const { status, stdout, stderr } = spawnSync('python3', [python, '--vectors', vectors], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^[1-9]\d* vectors verified/);
});

test('the Python receiver takes what is signed, once, and refuses a forgery', { skip: without('python3', '--version') }, async (t) => {
  const env = { ...process.env, RINGPOST_SIGNING_SECRET: secret };
  const server = spawn('python3', [python, '0'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => server.kill());
  let printed = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  while (!printed.includes('\n')) await once(server.stdout, 'data');
  const url = /http:\S+/.exec(printed)?.[0] ?? assert.fail(printed);
  const post = async (request: object): Promise<number> => (await fetch(url, { method: 'POST', ...request })).status;
  const delivery = sign(events.interested, { secret });
  assert.deepEqual([await post(delivery), await post(delivery)], [204, 204]);
  assert.equal(await post(sign(events.smsFailed, { secret: secret.toUpperCase() })), 401);
  assert.equal(await post(sign(events.smsReceived, { secret })), 204);
  while (!printed.includes('sms.received')) await once(server.stdout, 'data');
  assert.deepEqual(printed.match(/^(call|sms)\.\w+/gm), ['call.completed', 'sms.received']);
});

test('the Go receiver verifies the published vectors', { skip: without('go', 'version') }, () => {
  const env = { ...process.env, RINGPOST_VECTORS: vectors };
  const { status, stdout, stderr } = spawnSync('go', ['test', '.'], {
    cwd: join(root, 'examples', 'receivers', 'go'),
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
});
