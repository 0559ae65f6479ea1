import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listen } from '../../support/api.ts';
import { runHere } from '../here.ts';

test('a start that is refused for its ports leaves nothing in the folder', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'ringpost-refused-'));
  const other = await listen(createServer());
  t.after(async () => {
    await other.close();
    rmSync(cwd, { recursive: true });
  });
  const { port } = new URL(other.origin);
  for (const [args, env, option] of [
    [['start', '--port', port], {}, '--port'],
    [['serve'], { PORT: port }, 'PORT'],
  ] as const) {
    const { code, stderr } = await runHere(args, { cwd, env });
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`Port ${port} is taken by another program.*choose another with ${option}\\.`));
    assert.deepEqual(readdirSync(cwd), [], args.join(' '));
  }
});
