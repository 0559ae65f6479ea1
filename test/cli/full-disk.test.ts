import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { folderFor } from '../support/folder.ts';
import { argumentsOf, cli } from '../support/typescript.ts';
import { settled } from './cli.ts';
import { runHere } from './here.ts';

/** A disk that is full makes files, and takes no byte of them: so does a process that may write none. */
async function withoutRoom(args: readonly string[], dataFolder: string) {
  const command = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, ...argumentsOf(cli), ...args];
  const child = spawn('sh', command, { ...settled({ env: { RINGPOST_DATA_FOLDER: dataFolder } }), stdio: ['ignore', 'ignore', 'pipe'] });
  const code = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
  return { stderr: await text(child.stderr), code: await code };
}

for (const [args, file] of [
  [['serve'], 'secrets.json'],
  [['sandbox', 'create', 'team1'], 'start.json'],
] as const)
  test(`on a full disk \`ringpost ${args.join(' ')}\` says so, and leaves no part of a file`, async (t) => {
    const folder = folderFor(t);
    const { code, stderr } = await withoutRoom(args, folder);
    assert.match(stderr, new RegExp(`^ringpost: \\S+/${file.replace('.', '\\.')} cannot be written \\(EFBIG: [^\\n]+\\n$`));
    assert.equal(code, 2);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.deepEqual(
      files.map(({ name }) => name),
      [],
    );
  });

test('secrets that cannot be read are told of in a sentence', async (t) => {
  const folder = folderFor(t);
  writeFileSync(join(folder, 'secrets.json'), '');
  const { code, stderr } = await runHere(['serve'], { env: { RINGPOST_DATA_FOLDER: folder } });
  assert.match(stderr, /^ringpost: \S+\/secrets\.json cannot be read: .+ Mend it, or delete it together with the data beside it\.\n$/);
  assert.equal(code, 2);
});
