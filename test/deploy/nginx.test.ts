import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { newIdentifier } from '../../src/process/identifiers.ts';

const withoutNginx = spawnSync('nginx', ['-v']).status !== 0 && 'needs nginx';

test('the router takes a moved key of the cell with the longest name', { skip: withoutNginx }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-nginx-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const key = `rp_live_${'c'.repeat(16)}_${newIdentifier('key', new Date()).slice('key_'.length)}`;
  writeFileSync(join(folder, 'moved-keys.map'), `${key} c2;\n`);
  const site = readFileSync(join(import.meta.dirname, '../../deploy/nginx/ringpost.conf'), 'utf8')
    .replace('/etc/nginx/', `${folder}/`)
    .replace('listen 80;', `listen unix:${folder}/socket;`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  const main = `pid ${folder}/pid; events {} http { access_log off; ${temporary.join(' ')}\n${site} }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const { status, stderr } = spawnSync('nginx', ['-t', '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});
