import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJson, operatorsCommands, shown } from './operator-commands.ts';

const { context, operator } = await operatorsCommands();

test('calls adopt: a dry run says what would be done, and that nothing was', async () => {
  context.voice.onList = () => ({ kind: 'calls', calls: [] });
  const adopt = ['calls', 'adopt', '--since', '1h'];
  const dry = await shown(operator, [...adopt, '--dry-run']);
  assert.match(dry.stdout, /^lost +0$/m);
  assert.match(dry.stderr, /^Nothing was done: --dry-run only says what would be\.$/m);
  assert.doesNotMatch((await shown(operator, adopt)).stderr, /Nothing was done/);
  assert.deepEqual((await asJson(operator, 'adoptCalls', adopt)).calls, []);
});
