import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { startNginx } from '../cluster/proxies.ts';
import { listen } from '../support/api.ts';

const withoutNginx = spawnSync('nginx', ['-v']).status !== 0 && 'needs nginx';

test('the router takes a moved key of the cell with the longest name', { skip: withoutNginx }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-nginx-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const cells = await Promise.all(
    ['c1', 'c2'].map((name) => listen(createServer((_request, response) => void response.end(`the cell ${name}`)))),
  );
  t.after(() => Promise.all(cells.map((cell) => cell.close())));
  const [one = 0, two = 0] = cells.map(({ port }) => port);
  const nginx = await startNginx(folder, [
    { publicPorts: [one, one, one], operatorPorts: [one] },
    { publicPorts: [two], operatorPorts: [two] },
  ]);
  t.after(() => nginx.stop());
  const key = `rp_live_${'c'.repeat(16)}_${newIdentifier('key', new Date()).slice('key_'.length)}`;
  // Each on a connection of its own: a reload closes those that are idle.
  const options = { agent: false, headers: { authorization: `Bearer ${key}_secret` } };
  const ask = (): Promise<string> =>
    new Promise((resolve, reject) =>
      get(nginx.publicUrl, options, (answer) => void text(answer).then(resolve, reject)).on('error', reject),
    );
  assert.equal(await ask(), 'the cell c1');
  await nginx.move(key, 'c2');
  assert.equal(await ask(), 'the cell c2');
});
