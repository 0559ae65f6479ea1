import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs, { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Sandbox } from '../../cli/clients/started.ts';
import { freePort } from '../../cli/parts/ports.ts';
import { createDatabase, dropDatabase } from '../../cli/service/sandbox/own-database.ts';
import { pidFile } from '../../cli/service/sandbox/run-sandbox.ts';
import { claimSandbox, folderOf, readSandbox, writeRouterMap } from '../../cli/service/sandbox/sandbox.ts';
import { ownDataFolder } from './data-folder.ts';
import { runHere } from './here.ts';

/** Sandboxes that two make at once, or whose making was interrupted. Nothing is started. */

const at = 'http://127.0.0.1:1';
const sandbox: Sandbox = {
  ...{ name: 'alpha', publicUrl: at, operatorUrl: at, operatorToken: 'x', simulatorUrl: at, simulatorToken: 'y', port: 1 },
  ...{ databaseUrl: null, allowPrivateWebhooks: '' },
};
const server = (): string => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? assert.fail());
  url.pathname = '/postgres';
  return url.href;
};

test('of two that make a sandbox of one name, one has it and the other is told so', (t) => {
  ownDataFolder(t);
  claimSandbox(sandbox);
  assert.throws(() => claimSandbox({ ...sandbox, operatorToken: 'another' }), /There is a sandbox alpha already/);
  assert.equal(readSandbox('alpha').operatorToken, 'x');
});

test('a folder that an interrupted creation left does not stand in the way of the next', async (t) => {
  const folder = ownDataFolder(t);
  mkdirSync(folderOf('half'), { recursive: true });
  const env = { RINGPOST_DATA_FOLDER: folder, SANDBOX_DATABASE_URL: 'postgres://127.0.0.1:1/postgres' };
  const { code, stderr } = await runHere(['sandbox', 'create', 'half'], { env });
  assert.deepEqual([code, stderr], [1, 'ringpost: The database of the sandbox half: connect ECONNREFUSED 127.0.0.1:1.\n']);
});

test('a database of that name is left to whoever has it', async (t) => {
  const folder = ownDataFolder(t);
  const name = `x${randomBytes(4).toString('hex')}`;
  const theirs = await createDatabase(server(), name);
  t.after(() => dropDatabase(theirs, name));
  const env = { RINGPOST_DATA_FOLDER: folder, SANDBOX_DATABASE_URL: server() };
  const { code, stderr } = await runHere(['sandbox', 'create', name], { env });
  assert.equal(code, 2, stderr);
  assert.match(
    stderr,
    new RegExp(`^ringpost: There is a database ringpost_sandbox_${name} already: .*Choose another name, or drop it.*\\n$`),
  );
  assert.equal(existsSync(folderOf(name)), false);
  await assert.rejects(createDatabase(server(), name), /already/, 'it is still there');
});

test('of two that are made at once the router gets both, whoever writes its lines last', (t) => {
  const folder = ownDataFolder(t);
  claimSandbox(sandbox);
  const { renameSync } = fs;
  const file = join(folder, 'sandboxes', 'router.map');
  let isFirst = true;
  t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    if (to === file && isFirst) {
      isFirst = false;
      // Another command makes one between this command's look and its write.
      claimSandbox({ ...sandbox, name: 'beta', port: 2 });
    }
    renameSync(from, to);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  writeRouterMap();
  assert.match(readFileSync(file, 'utf8'), /rp_test_alpha_.*\n.*rp_test_beta_/);
});

test('a sandbox whose file holds nothing of a sandbox is told in a sentence, and hides no other', async (t) => {
  const folder = ownDataFolder(t);
  claimSandbox(sandbox);
  mkdirSync(folderOf('broken'));
  const file = join(folderOf('broken'), 'start.json');
  for (const content of ['null', '7', '"name"', '[]', '{}', '{"name": "bro']) {
    writeFileSync(file, content);
    for (const command of [
      ['run', 'broken'],
      ['remove', 'broken', '--yes'],
      ['copy-tenant', 'broken', 'ten_1'],
    ]) {
      const env = { RINGPOST_DATA_FOLDER: folder, OPERATOR_URL: at, OPERATOR_TOKEN: 'x' };
      const { code, stderr } = await runHere(['sandbox', ...command], { env });
      assert.deepEqual(
        [code, stderr],
        [2, `ringpost: ${file} is not as \`ringpost sandbox create\` writes it. Put it back, or delete its folder.\n`],
      );
    }
    const { stdout, stderr } = await runHere(['sandbox', 'list', '--json'], { env: { RINGPOST_DATA_FOLDER: folder } });
    assert.deepEqual([JSON.parse(stdout).sandboxes.map(({ name }: Sandbox) => name), stderr], [['alpha'], '']);
  }
});

test('of two that run one sandbox, the second is refused, also where the first begins at the last moment', async (t) => {
  const folder = ownDataFolder(t);
  claimSandbox({
    ...sandbox,
    operatorUrl: `http://127.0.0.1:${await freePort()}`,
    simulatorUrl: `http://127.0.0.1:${await freePort()}`,
    port: await freePort(),
  });
  const first = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)', 'sandbox', 'run', 'alpha'], { stdio: 'ignore' });
  t.after(() => first.kill('SIGKILL'));
  const { writeFileSync: write } = fs;
  let hasBegun = false;
  t.mock.method(fs, 'writeFileSync', (file: string, ...rest: [string]) => {
    if (!hasBegun && file.startsWith(pidFile('alpha'))) {
      hasBegun = true;
      write(pidFile('alpha'), String(first.pid));
    }
    write(file, ...rest);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const { code, stderr } = await runHere(['sandbox', 'run', 'alpha'], { env: { RINGPOST_DATA_FOLDER: folder } });
  assert.deepEqual([code, stderr], [2, `ringpost: The sandbox alpha runs already, or is starting: its process is ${first.pid}.\n`]);
});
