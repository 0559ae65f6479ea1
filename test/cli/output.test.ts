import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { listenFor } from '../support/api.ts';
import { argumentsOf, cli } from '../support/typescript.ts';
import { secret, startMutant } from '../tools/check-receiver/receiver.ts';
import { type Ran, settled } from './cli.ts';
import { runHere } from './here.ts';

/** What a command does where its output goes nowhere. Each takes what is written and has no room for it. */
const withoutFull = !existsSync('/dev/full') && 'needs /dev/full';
const env = { RINGPOST_SIGNING_SECRET: secret };

test('a report that has no room is told of, and what was found is shown all the same', { skip: withoutFull }, async (t) => {
  const { url } = await startMutant(t, {});
  const reports = ['--report', 'json=/dev/full', '--report', 'html=/dev/full'];
  const { code, stdout, stderr } = await runHere(['check-receiver', url, '--only', 'time', ...reports], { env });
  assert.equal(stderr.match(/ringpost: \/dev\/full could not be written \(ENOSPC/g)?.length, 2, stderr);
  assert.doesNotMatch(stderr, /\n {4}at /);
  assert.match(stdout, /8 passed, 0 failed/);
  assert.equal(code, 1);
});

/** Runs a command with this standard output, which is closed at once where it is a pipe. */
async function writingTo(stdout: number | 'pipe', args: readonly string[]): Promise<Pick<Ran, 'code' | 'stderr'>> {
  const child = spawn(process.execPath, [...argumentsOf(cli), ...args], { ...settled({ env }), stdio: ['ignore', stdout, 'pipe'] });
  child.stdout?.destroy();
  const exited = once(child, 'exit');
  const stderr = await text(child.stderr as Readable);
  const [code] = await exited;
  return { code, stderr };
}

test('output that has no room is told of in a sentence', { skip: withoutFull }, async () => {
  const { code, stderr } = await writingTo(openSync('/dev/full', 'w'), ['help']);
  assert.match(stderr, /^ringpost: The output cannot be written \(ENOSPC.*\)\.\n$/);
  assert.equal(code, 1);
});

test('a reader that has closed the pipe hides no failure', async (t) => {
  const { url } = await startMutant(t, { isFresh: () => true });
  assert.equal((await writingTo('pipe', ['check-receiver', url, '--only', 'time'])).code, 1);
  assert.equal((await writingTo('pipe', ['help'])).code, 0);
});

test('an answer without a body, or one that breaks off, is told of in a sentence', async (t) => {
  let answer: 'nothing' | 'half' = 'nothing';
  const server = await listenFor(
    t,
    createServer((_request, response) => {
      if (answer === 'nothing') return void response.end();
      response.writeHead(200, { 'content-length': 100 }).write('{"ten', () => response.destroy());
    }),
  );
  const operator = ['--operator-url', `http://127.0.0.1:${server.port}`, '--operator-token', 'token'];
  const empty = await runHere(['tenant', 'list', ...operator]);
  assert.match(empty.stderr, /^ringpost: http:\S+ answers nothing, which the operator API never does\. .*\n$/);
  answer = 'half';
  const half = await runHere(['tenant', 'list', ...operator]);
  assert.match(half.stderr, /^ringpost: The answer of http:\S+ broke off \(.*\)\.\n$/);
  assert.deepEqual([empty.code, half.code], [1, 1]);
});

test('an answer that does not come is told of as such, and of a write that it may have been done', async (t) => {
  let limit = new AbortController();
  t.mock.method(AbortSignal, 'timeout', () => {
    limit = new AbortController();
    return limit.signal;
  });
  let end = (_request: IncomingMessage, _response: ServerResponse): void => {};
  const server = await listenFor(
    t,
    createServer((request, response) => end(request, response)),
  );
  const operator = ['--operator-url', server.origin, '--operator-token', 'token'];
  const unknown = ' It is not known whether it was done.';
  for (const [how, said] of [
    [() => limit.abort(new DOMException('', 'TimeoutError')), 'did not answer within 75 s.'],
    [({ socket }: IncomingMessage) => void socket.destroy(), 'ended the connection without an answer (UND_ERR_SOCKET).'],
    [
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(502).end('<html>Bad Gateway'),
      'answers something that is not JSON, which the operator API never does. Is the address that of the operator listener?',
    ],
    [
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end('null'),
      'answers no JSON object, which the operator API never does. Is the address that of the operator listener?',
    ],
    [
      (_: IncomingMessage, response: ServerResponse) => response.end('null'),
      'answers no JSON object, which the operator API never does. Is the address that of the operator listener?',
    ],
  ] as const) {
    end = how;
    const [read, written] = [await runHere(['tenant', 'list', ...operator]), await runHere(['tenant', 'create', 'CRM', ...operator])];
    assert.deepEqual([read.code, read.stderr], [1, `ringpost: ${server.origin} ${said}\n`]);
    assert.deepEqual([written.code, written.stderr], [1, `ringpost: ${server.origin} ${said}${unknown}\n`]);
  }
});

test('money and texts go with a key of their own, which is named where it is not known whether they arrived', async (t) => {
  const keys: string[] = [];
  let answer = '';
  const server = await listenFor(
    t,
    createServer(async (request, response) => {
      keys.push(JSON.parse(await text(request)).dedupeKey);
      response.writeHead(500).end(answer);
    }),
  );
  const operator = ['--operator-url', server.origin, '--operator-token', 'token'];
  for (const command of [
    ['wallet', 'credit', 'ten_1', '25'],
    ['text', 'send', 'ten_1', '+15550012345', '--body', 'Hello'],
  ]) {
    for (const written of ['<html>', '{"error": {"code": "internal_error", "message": "Our mistake."}}']) {
      answer = written;
      const { stderr } = await runHere([...command, ...operator]);
      const key = keys.at(-1);
      assert.match(key ?? '', /^[0-9a-f-]{36}$/);
      assert.ok(
        stderr.endsWith(` It is not known whether it was done. Repeat the command with --dedupe-key ${key}: it is done once.\n`),
        stderr,
      );
    }
    await runHere([...command, '--dedupe-key', 'mine', ...operator]);
    assert.equal(keys.at(-1), 'mine');
  }
  assert.equal(new Set(keys).size, 5);
});
