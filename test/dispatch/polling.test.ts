import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poll } from '../../src/dispatch/polling.ts';
import { createLog } from '../../src/process/log.ts';

test('a look that fails as the one before it is repeated and not told again, until one succeeds or fails in another way', async () => {
  const told: string[] = [];
  const log = createLog('error', { write: (line: string) => void told.push(JSON.parse(line).err.message) });
  const looks = ['read-only', 'read-only', 'read-only', 'full', 'read-only', '', 'read-only'];
  await new Promise<void>((end) => {
    const polling = poll(
      async () => {
        // The first look begins before the polling is returned.
        await null;
        // It does not pause after a look during which it was woken.
        polling.wake();
        const failure = looks.shift();
        if (failure === undefined) void polling.stop().then(end);
        if (failure) throw new Error(failure);
        return 'none';
      },
      Math.random,
      log,
    );
  });
  assert.deepEqual(told, ['read-only', 'full', 'read-only', 'read-only']);
});
