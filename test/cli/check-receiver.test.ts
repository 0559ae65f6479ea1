import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { folderFor } from '../support/folder.ts';
import { secret, startMutant } from '../tools/check-receiver/receiver.ts';
import { runHere } from './here.ts';

const env = { RINGPOST_SIGNING_SECRET: secret };

test('check-receiver refuses wrong usage with a sentence and exit code 2', async () => {
  const url = 'http://127.0.0.1:9/hooks';
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /<url> is missing/],
    [['ftp://127.0.0.1'], /<url> takes http:\/\/… or https:\/\/…/],
    [[url, '--secret', '****abcd'], /This is the masked secret of a list/],
    [[url, '--event', 'call.started'], /--event takes call\.completed, sms\.received, .*; not "call\.started"/],
    [[url, '--only', 'twice,twices'], /No vector is called twices/],
    [[url, '--load', 'much'], /--load takes a rate such as 500\/s, not "much"/],
    [[url, '--load', '5000/s'], /--load takes at most 2000\/s/],
    [[url, '--load', '5/s', '--for', '1h'], /--for takes from 1s to 600s/],
    [[url, '--for', '5s'], /--for belongs to a load/],
  ];
  for (const [args, sentence] of cases) {
    const { code, stderr } = await runHere(['check-receiver', ...args], { env });
    assert.match(stderr, sentence);
    assert.equal(code, 2, args.join(' '));
  }
  const { code, stderr } = await runHere(['check-receiver', url], { env: { RINGPOST_SIGNING_SECRET: '' } });
  assert.match(stderr, /The signing secret is missing/);
  assert.equal(code, 2);
});

test('check-receiver lists its vectors without an address', async () => {
  const { code, stdout } = await runHere(['check-receiver', '--list', '--only', 'time']);
  assert.equal(code, 0);
  assert.match(stdout, /^time: Timestamps\n {2}stale: Signed 330 seconds ago\n {6}Refuse with a 4xx/);
});

test('check-receiver ends with 0 for a sound receiver, with 1 for a wrong one, and with 1 where nobody listens', async (t) => {
  const folder = folderFor(t);
  const only = ['--only', 'time', '--load', '50', '--for', '1s', '--report', `html=${join(folder, 'report.html')}`];
  const good = await runHere(['check-receiver', (await startMutant(t, {})).url, ...only], { env });
  assert.equal(good.code, 0, good.stdout + good.stderr);
  assert.match(good.stdout, /Load: 50\/s for \d+ s: 50 sent, 50 taken, 0 dropped\./);
  assert.match(readFileSync(join(folder, 'report.html'), 'utf8'), /<h1>The receiver does what it must<\/h1>/);
  const bad = await runHere(['check-receiver', (await startMutant(t, { isFresh: () => true })).url, '--only', 'time'], { env });
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /FAIL stale/);
  const empty = `http://127.0.0.1:${await freePort()}/hooks`;
  const nobody = await runHere(['check-receiver', empty], { env });
  assert.equal(nobody.code, 1);
  assert.ok(nobody.stderr.includes(`ringpost: There is no connection to ${empty} (connect ECONNREFUSED`), nobody.stderr);
  const withoutTls = (await startMutant(t, {})).url.replace('http:', 'https:');
  const { code, stderr } = await runHere(['check-receiver', withoutTls], { env });
  assert.deepEqual([code, stderr.startsWith(`ringpost: There is no connection to ${withoutTls} (`)], [1, true], stderr);
});
