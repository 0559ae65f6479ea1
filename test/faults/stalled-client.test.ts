import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { cellFor } from '../support/cell.ts';

test('a caller who never finishes a request keeps the service no longer than its grace time', async (t) => {
  const { url, start } = await cellFor(t);
  const service = await start({ SHUTDOWN_GRACE_SECONDS: '2' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('POST /callbacks/voice/vapi HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  const [code, answer] = await Promise.all([service.terminate(), text(socket)]);
  assert.equal(code, 0);
  // A client whose time for a request runs out is answered 408; this one was cut off before that.
  assert.equal(answer, '');
});
