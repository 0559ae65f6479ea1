import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { listen, requestOf } from '../../simulator/server.ts';
import { latch } from '../support/latch.ts';

test('a mistake of the simulator’s own is answered 500 and written out, whether the request had a body or none', async (t) => {
  const written = t.mock.method(console, 'error', () => undefined);
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    connect() {
      throw new RangeError('deliberately');
    },
  });
  t.after(() => server.close());
  for (const body of [undefined, 'something']) {
    const answer = await fetch(server.url, { method: 'POST', ...(body !== undefined && { body }) });
    assert.equal(answer.status, 500);
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'internal_error');
  }
  assert.deepEqual(
    written.mock.calls.map(({ arguments: [error] }) => String(error)),
    ['RangeError: deliberately', 'RangeError: deliberately'],
  );
});

test('a mistake after the answer is written out, and ends neither the answer nor the process', async (t) => {
  const written = t.mock.method(console, 'error', () => undefined);
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    connect(_, response) {
      response.end('answered');
      throw new RangeError('deliberately');
    },
  });
  t.after(() => server.close());
  for (let nth = 1; nth <= 2; nth += 1) {
    assert.equal(await (await fetch(server.url)).text(), 'answered');
    assert.equal(written.mock.callCount(), nth);
  }
});

test('a request is aborted when its caller leaves before the answer, and not when it was answered', async (t) => {
  const signals: AbortSignal[] = [];
  const { give: arrive, given: arrived } = latch();
  const { give: close, given: closed } = latch();
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    connect(message, response, body) {
      signals.push(requestOf(message, response, body, '/').signal);
      if (signals.length === 1) response.once('close', close).end();
      else arrive();
    },
  });
  t.after(() => server.close());
  await fetch(server.url);
  await closed;
  assert.equal(signals[0]?.aborted, false);
  const leaving = new AbortController();
  const asked = fetch(server.url, { signal: leaving.signal });
  await arrived;
  const aborted = once(signals[1] ?? assert.fail(), 'abort');
  leaving.abort();
  await assert.rejects(asked);
  await aborted;
});
