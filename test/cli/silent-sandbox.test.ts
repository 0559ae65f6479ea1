import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeSandbox } from '../../cli/sandbox/remove-sandbox.ts';
import { pidFile } from '../../cli/sandbox/run-sandbox.ts';
import { claimSandbox, folderOf, type Loopback } from '../../cli/sandbox/sandbox.ts';
import { listen } from '../support/api.ts';
import { timeLimit } from '../support/time-limit.ts';

test('a sandbox that runs and does not answer is not removed from under its process', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-silent-sandbox-'));
  const before = process.env['RINGPOST_DATA_FOLDER'];
  process.env['RINGPOST_DATA_FOLDER'] = folder;
  const limit = timeLimit(t);
  const silent = await listen(createServer(() => limit.end()));
  t.after(async () => {
    if (before === undefined) delete process.env['RINGPOST_DATA_FOLDER'];
    else process.env['RINGPOST_DATA_FOLDER'] = before;
    await silent.close();
    rmSync(folder, { recursive: true });
  });
  const port = Number(new URL(silent.origin).port);
  const at: Loopback = `http://127.0.0.1:${port}`;
  const urls = { publicUrl: at, operatorUrl: at, simulatorUrl: at };
  const rest = { operatorToken: 'x', simulatorToken: 'y', port, databaseUrl: null, allowPrivateWebhooks: '' };
  const sandbox = { name: 'alpha', ...urls, ...rest };
  claimSandbox(sandbox);
  writeFileSync(pidFile('alpha'), String(process.pid));

  const refusal = new RegExp(`The sandbox alpha does not answer, and its process ${process.pid} runs\\.`);
  await assert.rejects(removeSandbox(sandbox), refusal);
  assert.ok(existsSync(folderOf('alpha')));

  // The number of a process that is gone, as far as this machine gives numbers.
  writeFileSync(pidFile('alpha'), String(2 ** 30));
  await removeSandbox(sandbox);
  assert.equal(existsSync(folderOf('alpha')), false);

  // Another program has the port of one that never came up.
  claimSandbox(sandbox);
  await removeSandbox(sandbox);
  assert.equal(existsSync(folderOf('alpha')), false);
});
