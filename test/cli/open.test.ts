import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { folderFor } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { runCli } from './cli.ts';
import { runHere } from './here.ts';

const folder = folderFor({ after });
mkdirSync(join(folder, '.ringpost'));
writeFileSync(
  join(folder, '.ringpost', 'start.json'),
  JSON.stringify({
    ...{ publicUrl: 'http://127.0.0.1:18080', operatorUrl: 'http://127.0.0.1:18081', simulatorUrl: 'http://127.0.0.1:18090' },
    demo: { apiKey: 'rp_test_demo' },
  }),
);

test('open: the browser gets the address of what was started here', async () => {
  const asked = join(folder, 'asked');
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "$1" >> "${asked}"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const surroundings = { cwd: folder, env: { PATH: `${folder}:${process.env['PATH']}` } };
  const docs = 'http://127.0.0.1:18080/docs\n';
  const page = 'http://127.0.0.1:18090\n';
  assert.deepEqual(await runCli(['open', 'docs'], surroundings), { code: 0, stdout: docs, stderr: '' });
  await until('the browser is asked', async () => readIfThere(asked) === docs);
  assert.deepEqual(await runHere(['open', 'console'], surroundings), { code: 0, stdout: page, stderr: '' });
  await until('the browser is asked again', async () => readIfThere(asked) === docs + page);
});

test('open: without a browser the address is printed, and a folder without a start is refused', async () => {
  const ran = await runHere(['open', 'console'], { cwd: folder, env: { PATH: join(folder, 'nothing') } });
  assert.deepEqual([ran.code, ran.stdout], [0, 'http://127.0.0.1:18090\n']);
  assert.match(ran.stderr, /No browser could be started here/);
  const nowhere = await runHere(['open', 'console']);
  assert.equal(nowhere.code, 2);
  assert.match(nowhere.stderr, /Run `ringpost start` first/);
});

test('open docs: a key alone leads to the documentation of its service', async () => {
  const docsAt = async (url: string): Promise<string> => {
    const env = { PATH: join(folder, 'nothing'), XDG_CONFIG_HOME: folder, RINGPOST_URL: url, RINGPOST_API_KEY: 'rp_live_key' };
    return (await runHere(['open', 'docs'], { env })).stdout;
  };
  assert.equal(await docsAt('https://calls.example.org/api/v1/public'), 'https://calls.example.org/docs\n');
  assert.equal(await docsAt('https://example.org/calls/api/v1/public/'), 'https://example.org/calls/docs\n');
  const nowhere = await runHere(['open', 'docs'], { env: { XDG_CONFIG_HOME: folder } });
  assert.deepEqual([nowhere.code, /Keep one with `ringpost login`/.test(nowhere.stderr)], [2, true]);
});

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
