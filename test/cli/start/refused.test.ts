import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { listenFor } from '../../support/api.ts';
import { folderFor } from '../../support/folder.ts';
import { runHere } from '../here.ts';

test('a start that is refused for its ports leaves nothing in the folder', async (t) => {
  const cwd = folderFor(t);
  const other = await listenFor(t, createServer());
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
