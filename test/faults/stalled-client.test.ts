import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { freePort } from '../../cli/ports.ts';
import { testDatabase } from '../support/database.ts';
import { startServiceProcess } from '../support/service-process.ts';

test('a caller who never finishes a request keeps the service no longer than its grace time', async (t) => {
  const database = await testDatabase({ isOfToday: true });
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-stalled-'));
  const port = await freePort();
  t.after(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const service = await startServiceProcess({
    DATABASE_URL: database.url,
    RINGPOST_DATA_FOLDER: folder,
    RINGPOST_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    HOST: '127.0.0.1',
    PORT: String(port),
    OPERATOR_PORT: String(await freePort()),
    SHUTDOWN_GRACE_SECONDS: '2',
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('POST /callbacks/voice/vapi HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  const [code, answer] = await Promise.all([service.terminate(), text(socket)]);
  assert.equal(code, 0);
  // A client whose time for a request runs out is answered 408; this one was cut off before that.
  assert.equal(answer, '');
});
