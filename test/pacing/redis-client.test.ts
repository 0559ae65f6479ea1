import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import type { Redis } from 'ioredis';
import { openRedisClient } from '../../src/pacing/redis-client.ts';
import { type Link, linkTo } from '../support/link.ts';
import { withoutRedis } from '../support/redis.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

const skip = withoutRedis;

test('an answer that was lost with its connection is not waited for on the next one', { skip }, async (t) => {
  const wire = await startRedis(t);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const client = await connected(t, wire);
  await loseAnswer(client, wire);
  wire.server.signal('SIGCONT');
  wire.link.mend();
  const isBack = once(client, 'ready');
  // The client connects again.
  t.mock.timers.tick(1_000);
  await isBack;
  // Longer than a connection on which an answer is due may be silent.
  t.mock.timers.tick(10_000);
  assert.equal(await client.ping(), 'PONG');
});

test('a client that is closed while an answer is due keeps no process alive', { skip }, async (t) => {
  const wire = await startRedis(t);
  const before = timers();
  const client = await connected(t, wire);
  const hasEnded = once(client, 'end');
  await loseAnswer(client, wire, () => client.disconnect());
  await hasEnded;
  // What earlier files left may have ended meanwhile.
  assert.ok(timers() <= before);
});

interface Wire {
  readonly server: RedisServer;
  readonly link: Link;
}

async function startRedis(t: TestContext): Promise<Wire> {
  const server = await startRedisServer();
  t.after(() => server.remove());
  const link = await linkTo(server.port);
  t.after(() => link.close());
  return { server, link };
}

async function connected(t: TestContext, { link }: Wire): Promise<Redis> {
  const client = openRedisClient(`redis://127.0.0.1:${link.port}`) as Redis;
  t.after(() => client.disconnect());
  client.on('error', () => {});
  await once(client, 'ready');
  return client;
}

/** Redis does not answer a command any more, and the connection is cut. `meanwhile` is called while the answer is due. */
async function loseAnswer(client: Redis, { server, link }: Wire, meanwhile = (): void => {}): Promise<void> {
  server.signal('SIGSTOP');
  // This command is written at once, and not together with others of its turn.
  const answer = client.info();
  meanwhile();
  link.cut();
  await assert.rejects(answer);
}

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
