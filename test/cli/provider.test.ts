import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownDataFolder } from './data-folder.ts';
import { runHere } from './here.ts';

/** What the steps find is in test/tools/doctor/provider-steps.test.ts. */

test('provider check calls nobody whose number is not given twice', async () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['--call', '+14155550123'], /rings the telephone \+14155550123 and costs money.*add --confirm \+14155550123/],
    [['--call', '+14155550123', '--confirm', '+14155550132'], /--confirm is \+14155550132\. Nobody was called/],
    [['--call', '4155550123'], /--call takes a number in E\.164/],
    [['--confirm', '+14155550123'], /give --call too\. Nobody was called/],
    [['--agent', 'Riley'], /give --call too/],
    [['--variable', 'a=1'], /give --call too/],
  ];
  for (const [args, sentence] of cases) {
    const { code, stderr } = await runHere(['provider', 'check', ...args]);
    assert.match(stderr, sentence);
    assert.equal(code, 2, args.join(' '));
  }
});

test('provider check says at which step it stops, to people and to programs', async () => {
  const env = { RINGPOST_ENV: 'production' };
  const { code, stdout } = await runHere(['provider', 'check'], { env });
  assert.equal(code, 1);
  assert.match(stdout, /^✗ configuration +\S+/m);
  assert.match(stdout, /^– voice provider +"configuration" comes first\.$/m);
  assert.match(stdout, /It stops at "configuration"\.\n$/);
  const told = JSON.parse((await runHere(['provider', 'check', '--json'], { env })).stdout);
  assert.equal(told.stoppedAt, 'configuration');
});

test('provider check and doctor leave a folder without secrets as it is', async (t) => {
  const folder = join(ownDataFolder(t), 'not there');
  for (const command of [['provider', 'check'], ['doctor']]) {
    const { code, stderr } = await runHere(command, { env: { RINGPOST_DATA_FOLDER: folder } });
    assert.deepEqual([code, stderr, existsSync(join(folder, 'secrets.json'))], [1, '', false], command.join(' '));
  }
});
