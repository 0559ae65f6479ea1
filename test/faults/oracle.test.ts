import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startOracle } from './matrix/oracle.ts';

test('what a sender had written before it was gone is counted once the oracle has caught up', async (t) => {
  const oracle = await startOracle(1);
  t.after(() => oracle.close());
  const { hostname, port, pathname } = new URL(oracle.endpointUrl('first-0'));
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`POST ${pathname} HTTP/1.1\r\nhost: oracle\r\nx-webhook-delivery-id: d\r\ncontent-length: 11\r\n\r\n{"data":{}}`);
  assert.equal(oracle.receipts.get('d'), undefined, 'it may lie unread');
  socket.destroy();
  await oracle.caughtUp();
  assert.equal(oracle.receipts.get('d')?.length, 1);
});
