import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/process/log.ts';
import { startLoop } from '../../src/process/loop.ts';

test('a turn that fails as the one before it is tried again and not told again, until one succeeds or fails in another way', async () => {
  const told: string[] = [];
  const log = createLog('error', { write: (line: string) => void told.push(JSON.parse(line).err.message) });
  const turns = ['read-only', 'read-only', 'read-only', 'full', 'read-only', '', 'read-only'];
  await new Promise<void>((end) => {
    const loop = startLoop({
      name: 'a chore',
      log,
      idleMs: 0,
      async once() {
        const failure = turns.shift();
        if (failure === undefined) void loop.stop().then(end);
        if (failure) throw new Error(failure);
        return 0;
      },
    });
  });
  assert.deepEqual(told, ['read-only', 'full', 'read-only', 'read-only']);
});
