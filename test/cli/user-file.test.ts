import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { listenFor } from '../support/api.ts';
import { folderFor } from '../support/folder.ts';
import { runCli, startCli } from './cli.ts';
import { runHere } from './here.ts';

/** The file that the commands keep for a user. */

test('commands that change the file of the user at once lose nothing of it', async (t) => {
  const home = folderFor(t);
  const env = { XDG_CONFIG_HOME: home };
  const { origin } = await listenFor(
    t,
    createServer((_, response) => void response.end('{"agents": []}')),
  );
  const logins = ['a', 'b', 'c', 'd'].map((name) =>
    runCli(['login', '--base-url', origin, '--profile', name], { env: { ...env, RINGPOST_API_KEY: `rp_live_c1_${name}` } }),
  );
  const secrets = Array.from({ length: 4 }, () => runCli(['listen', '--print-secret'], { env }));
  for (const { code, stderr } of await Promise.all(logins)) assert.equal(code, 0, stderr);
  const printed = new Set((await Promise.all(secrets)).map(({ stdout }) => stdout.trim()));
  const { profiles, listenSecret } = JSON.parse(readFileSync(join(home, 'ringpost', 'profiles.json'), 'utf8'));
  assert.deepEqual([...printed], [listenSecret]);
  assert.deepEqual(Object.keys(profiles).sort(), ['a', 'b', 'c', 'd']);
});

test('a lock that a killed command left stops no other, also where another process has its pid now', { timeout: 60_000 }, async (t) => {
  const home = folderFor(t);
  const file = join(home, 'ringpost', 'profiles.json');
  mkdirSync(join(home, 'ringpost'));
  writeFileSync(file, JSON.stringify({ profiles: { demo: { baseUrl: 'http://127.0.0.1:1', apiKey: 'rp_live_c1_x' } } }));
  writeFileSync(`${file}.lock`, `${process.pid}`);
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(`${file}.lock`, minuteAgo, minuteAgo);
  const { child, ended } = startCli(['logout', '--profile', 'demo'], { env: { XDG_CONFIG_HOME: home } });
  t.after(() => child.kill('SIGKILL'));
  const { code, stderr } = await ended;
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')).profiles, {});
});

test('a file of the user that no command has written is refused in a sentence', async (t) => {
  const home = folderFor(t);
  mkdirSync(join(home, 'ringpost'));
  const file = join(home, 'ringpost', 'profiles.json');
  const profile = (baseUrl: unknown) => ({ profiles: { default: { baseUrl, apiKey: 'rp_live_c1_x' } } });
  for (const content of [
    {},
    [],
    null,
    { profiles: null },
    { profiles: { default: null } },
    profile('nonsense'),
    profile('ftp://x'),
    profile('http://me:secret@x'),
    profile(1),
  ]) {
    writeFileSync(file, JSON.stringify(content));
    const { code, stderr } = await runHere(['agents', 'list'], { env: { XDG_CONFIG_HOME: home } });
    const said = `ringpost: ${file} is not as \`ringpost login\` writes it. Remove it, and log in again.\n`;
    assert.deepEqual([code, stderr], [2, said], JSON.stringify(content));
  }
});
