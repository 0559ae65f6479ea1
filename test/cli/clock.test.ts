import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startDatabaseClock } from '../../src/db/database-clock.ts';
import { operatorOfFile, startOperator } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { runHere } from './here.ts';
import { asJson, type Operator, shown } from './operator-commands.ts';

const context = await contextOfFile();
const clock = await startDatabaseClock(context.db.knex, { sandbox: true });
after(() => clock.stop());
const server = await operatorOfFile({ ...context, clock });
const operator: Operator = { options: ['--operator-url', server.origin, '--operator-token', context.config.operatorToken] };

test('clock: show and advance', async () => {
  assert.match((await shown(operator, ['clock', 'show'])).stdout, /^ahead +0 s$/m);
  assert.equal((await asJson(operator, 'advanceClock', ['clock', 'advance', '1h30m'])).clock.offsetSeconds, 5_400);
  assert.match((await shown(operator, ['clock', 'advance', '2d'])).stdout, /^ahead +2 d 1 h 30 min$/m);
  assert.equal((await asJson(operator, 'readClock', ['clock', 'show'])).clock.offsetSeconds, 5_400 + 2 * 86_400);
});

test('outside a sandbox the clock stays, and the exit code says that it was refused', async () => {
  const production = await startOperator({ ...context, clock, config: { ...context.config, environment: 'production' } });
  const options = ['--operator-url', production.origin, '--operator-token', context.config.operatorToken];
  const refused = await runHere(['clock', 'advance', '90m', ...options]);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^ringpost: conflict: .*RINGPOST_ENV=sandbox/);
  await production.close();
});
