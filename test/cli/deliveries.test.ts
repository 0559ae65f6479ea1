import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { replayOnce } from '../../src/replays/bulk-replay.ts';
import { event, publish } from '../support/events.ts';
import { endpoint, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { runHere } from './here.ts';
import { asJson, operatorsCommands, shown } from './operator-commands.ts';

const { context, operator, tenantId } = await operatorsCommands();
const crm = await receiverFor({ after }, 503);
const { id: endpointId } = await endpoint(context, tenantId, { url: crm.url });
await trigger(context, tenantId, endpointId);

/** Three deliveries that have failed for good. */
before(async () => {
  await publish(context, event(context, tenantId), event(context, tenantId), event(context, tenantId));
  const dispatcher = startDispatcher(context);
  const unfinished = () => context.db.knex('webhook_deliveries').whereNot({ status: 'failed' });
  for (let looks = 0; looks < 50 && (await unfinished()).length > 0; looks++) {
    await dispatcher.deliverOnce();
    context.clock.advance(3 * 3_600);
  }
  await dispatcher.stop(0);
});

test('delivery list: filters, a page at a time, and times back from the clock of the service', async () => {
  const { deliveries } = await asJson(operator, 'searchDeliveries', ['delivery', 'list', '--tenant', tenantId, '--status', 'failed']);
  assert.equal(deliveries.length, 3);
  const listed = await shown(operator, [
    'delivery',
    'list',
    '--endpoint',
    endpointId,
    '--event',
    'call.completed',
    '--since',
    '3d',
    '--limit',
    '2',
  ]);
  assert.match(listed.stdout, /^ID +EVENT +STATUS +ATTEMPTS +LAST ERROR +ENDPOINT +CREATED\n/);
  assert.equal(listed.stdout.match(/call\.completed +failed +6 +HTTP 503 +CRM /g)?.length, 2);
  const [, cursor = ''] = /--cursor (\S+)/.exec(listed.stderr) ?? [];
  const next = await asJson(operator, 'searchDeliveries', [
    'delivery',
    'list',
    '--endpoint',
    endpointId,
    '--since',
    '3d',
    '--cursor',
    cursor,
  ]);
  assert.equal(next.deliveries.length, 1);
  const late = await asJson(operator, 'searchDeliveries', ['delivery', 'list', '--tenant', tenantId, '--since', '1h']);
  assert.deepEqual(late.deliveries, []);
});

test('delivery show: what each attempt came to', async () => {
  const { deliveries } = await asJson(operator, 'searchDeliveries', ['delivery', 'list', '--tenant', tenantId]);
  const { stdout } = await shown(operator, ['delivery', 'show', deliveries[0].id]);
  assert.match(stdout, /^last error +HTTP 503$/m);
  assert.match(stdout, /^ +6 +2026-\S+ \S+ +\d+ ms +HTTP 503 +/m);
  const read = await asJson(operator, 'readDelivery', ['delivery', 'show', deliveries[0].id]);
  assert.equal(read.attempts.length, 6);
});

test('delivery replay shows how far it is until it is done; replay show and cancel', async () => {
  const detached = await asJson(operator, 'createReplay', ['delivery', 'replay', tenantId, endpointId, '--since', '10d', '--detach'], {
    status: 202,
  });
  const ids = [tenantId, endpointId, detached.replay.id];
  assert.equal(detached.replay.total, 3);
  assert.match((await shown(operator, ['replay', 'show', ...ids])).stdout, /^state +running$/m);

  const second = await runHere(['delivery', 'replay', tenantId, endpointId, '--since', '10d', ...operator.options]);
  assert.equal(second.code, 1);
  assert.match(second.stderr, /^ringpost: conflict: A replay of this endpoint is running/);

  assert.equal((await asJson(operator, 'cancelReplay', ['replay', 'cancel', ...ids])).replay.state, 'canceled');
  assert.match((await shown(operator, ['replay', 'cancel', ...ids])).stdout, /^state +canceled$/m);
  const canceled = await runHere(['replay', 'show', ...ids, '--follow', ...operator.options]);
  assert.equal(canceled.code, 1, 'whoever waits for its end learns that it did not come to it');

  const following = shown(operator, ['delivery', 'replay', tenantId, endpointId, '--since', '10d']);
  await until('the replay has ended', async () => {
    await replayOnce(context);
    const { count } = (await context.db.knex('webhook_replays').where({ state: 'done' }).count({ count: '*' }))[0] ?? {};
    return Number(count) === 1;
  });
  const { stdout, stderr } = await following;
  assert.match(stdout, /^state +done$/m);
  assert.match(stdout, /^sent again +3$/m);
  assert.match(stderr, /^3 of 3 \(3 sent again, 0 not needed any more\)$/m);
  const [, done = ''] = /^id +(\S+)$/m.exec(stdout) ?? [];
  assert.equal((await asJson(operator, 'readReplay', ['replay', 'show', tenantId, endpointId, done, '--follow'])).replay.state, 'done');
});
