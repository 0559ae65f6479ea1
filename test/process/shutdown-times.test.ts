import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/process/config.ts';
import { deliveryTimeoutMs, giveBackGraceMs } from '../../src/process/limits.ts';
import { shutdownTimes } from '../../src/process/shutdown-times.ts';
import { fileOf } from '../cluster/launch.ts';

test('the parts of a stop take the grace time together, and a request and an attempt that are under way can end', () => {
  const config = readConfig({});
  const { noticeMs, lingerMs, ...parts } = shutdownTimes(config);
  assert.deepEqual([noticeMs, lingerMs], [0, 0]);
  assert.equal(
    Object.values(parts).reduce((sum, ms) => sum + ms, 0),
    config.shutdownGraceSeconds * 1_000,
  );
  assert.ok(parts.requestsMs >= config.requestSeconds * 1_000 + giveBackGraceMs);
  assert.ok(parts.dispatcherMs > deliveryTimeoutMs + 1_000);
});

const lingerOf = (shutdownDelaySeconds: number) => shutdownTimes({ shutdownDelaySeconds, shutdownGraceSeconds: 20 }).lingerMs;

test('whoever is given notice is served on open connections for up to three seconds more', () => {
  assert.deepEqual([lingerOf(1), lingerOf(5)], [1_000, 3_000]);
});

test('the router has closed what it does not use before a process that stops closes it', async () => {
  const times = [...(await fileOf('nginx/ringpost.conf')).matchAll(/keepalive_timeout (\d+)s;/g)].map(
    ([, seconds]) => Number(seconds) * 1_000,
  );
  assert.equal(times.length, 2);
  for (const time of times) assert.ok(time < lingerOf(5));
});
