import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/process/config.ts';
import { deliveryTimeoutMs, giveBackGraceMs } from '../../src/process/limits.ts';
import { shutdownTimes } from '../../src/process/shutdown-times.ts';

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

test('whoever is given notice is served on open connections for up to a second more', () => {
  const lingerOf = (shutdownDelaySeconds: number) => shutdownTimes({ shutdownDelaySeconds, shutdownGraceSeconds: 20 }).lingerMs;
  assert.deepEqual([lingerOf(1), lingerOf(5)], [1_000, 1_000]);
});
