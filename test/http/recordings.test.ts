import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { request } from 'undici';
import { createPublicServer } from '../../src/http/server.ts';
import { createLog } from '../../src/process/log.ts';
import { listenFor } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { until } from '../support/until.ts';

const context = await contextOfFile();
const size = 10_000_000;

/** Serves one recording, whose disk fails after so many bytes, and keeps the log. */
async function serving(t: TestContext, failsAt = Number.POSITIVE_INFINITY) {
  const logged: Record<string, unknown>[] = [];
  const lines = new Writable({ write: (line, _encoding, done) => done(void logged.push(JSON.parse(String(line))) as never) });
  let read = 0;
  const content = new Readable({
    read(wanted) {
      if (read >= failsAt) return void this.destroy(Object.assign(new Error('i/o error'), { code: 'EIO' }));
      const length = Math.min(wanted, size - read);
      read += length;
      this.push(length === 0 ? null : Buffer.alloc(length));
    },
  });
  const served = { judge: () => 'valid' as const, open: async () => ({ size, contentType: 'audio/wav', read: () => content }) };
  const recordings = { ...context.recordings, served };
  const server = await listenFor(t, createPublicServer({ ...context, recordings, log: createLog('info', lines) }));
  return { url: `${server.origin}/recordings/ten_1/call_1.wav`, content, logged, bytesRead: () => read };
}

test('HEAD tells how long a recording is, and reads nothing of it', async (t) => {
  const { url, content, bytesRead } = await serving(t);
  const { statusCode, headers } = await request(url, { method: 'HEAD' });
  assert.deepEqual([statusCode, headers['content-length'], headers['content-type']], [200, String(size), 'audio/wav']);
  await until('the file is closed', async () => content.destroyed);
  assert.equal(bytesRead(), 0);
});

test('a recording that cannot be read to its end breaks off, and the log says why', async (t) => {
  const { url, logged } = await serving(t, 200_000);
  const { body } = await request(url);
  await assert.rejects(body.arrayBuffer());
  await until('the request is in the log', async () => logged.some(({ msg }) => msg === 'request'));
  const line = logged.find(({ level }) => level === 'error');
  assert.match(JSON.stringify(line), /i\/o error/);
});

test('a caller that does not want the rest of a recording is no error, and its file is closed', async (t) => {
  const { url, content, logged } = await serving(t);
  const { body } = await request(url);
  body.destroy();
  await until('the request is in the log', async () => logged.some(({ msg }) => msg === 'request'));
  assert.ok(content.destroyed);
  assert.ok(logged.every(({ level }) => level === 'info'));
});
