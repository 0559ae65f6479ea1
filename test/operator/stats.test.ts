import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { countFinishedHalfHours } from '../../src/deliveries/delivery-counts.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { minuteMeasurer } from '../../src/measures/measure-minute.ts';
import type { Minute } from '../../src/measures/minutes.ts';
import { shown } from '../cli/operator-commands.ts';
import { operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { event, forgetDeliveries, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const context = await contextOfFile();
const operator = await operatorOfFile(context);
const down = await receiverFor({ after }, 503);
const up = await receiverFor({ after });
let dispatcher: Dispatcher;
after(() => dispatcher.stop(0));
beforeEach(async () => {
  await dispatcher?.stop(0);
  dispatcher = startDispatcher(context);
  await forgetDeliveries(context);
  await context.db.knex('tenants').delete();
});

async function subscriber(url: string, name = 'Acme Homes'): Promise<{ tenantId: string; endpointId: string }> {
  const tenantId = (await tenant(context, { name })).id;
  const endpointId = (await endpoint(context, tenantId, { url })).id;
  await trigger(context, tenantId, endpointId);
  return { tenantId, endpointId };
}
const commandOptions = () => ({ options: ['--operator-url', operator.origin, '--operator-token', context.config.operatorToken] });
const emptyMinute: Minute = {
  lagSeconds: 0,
  due: 0,
  scheduled: 0,
  liveCalls: 0,
  callsPlaced: 0,
  callsNotPlaced: 0,
  callbacksRefused: 0,
  breakerOpen: 0,
  attemptsAccepted: 0,
  attemptsFailed: 0,
  attemptsBegun: 0,
  attemptsLate: 0,
  choresFailed: 0,
};
const stats = async () => (await operator.api.get('/stats')).body.stats;
const troubled = async (query = '') => (await operator.api.get(`/webhook-endpoints/in-trouble${query}`)).body.endpoints;

test('counts what is due, how late it is, and what waits for later', async () => {
  const { tenantId } = await subscriber(down.url);
  assert.deepEqual((await stats()).deliveries, { due: 0, underWay: 0, scheduled: 0, oldestDueSeconds: 0 });
  await publish(context, event(context, tenantId));
  assert.equal((await stats()).deliveries.underWay, 1);
  await dispatcher.deliverOnce();
  assert.deepEqual((await stats()).deliveries, { due: 0, underWay: 0, scheduled: 1, oldestDueSeconds: 0 });
  context.clock.advance(600);
  const { deliveries, endpointsInTrouble } = await stats();
  assert.deepEqual([deliveries.due, deliveries.scheduled, endpointsInTrouble], [1, 0, 1]);
  assert.ok(deliveries.oldestDueSeconds > 500 && deliveries.oldestDueSeconds < 600);
});

test('counts nothing of a tenant that is being deleted or lives in another cell', async () => {
  for (const column of ['deleting_since', 'frozen_at']) {
    const { tenantId } = await subscriber(down.url);
    await publish(context, event(context, tenantId));
    await dispatcher.deliverOnce();
    context.clock.advance(600);
    const counted = async () => {
      const { deliveries, endpointsInTrouble } = await stats();
      const { tenants } = (await operator.api.get('/tenant-stats')).body;
      return [deliveries.due, deliveries.oldestDueSeconds > 0, endpointsInTrouble, (await troubled()).length, tenants.length];
    };
    assert.deepEqual(await counted(), [1, true, 1, 1, 1]);
    await context.db
      .knex('tenants')
      .where({ id: tenantId })
      .update({ [column]: context.clock.realNow() });
    assert.deepEqual(await counted(), [0, false, 0, 0, 0], column);
  }
});

test('counts placements by their fate, and shows the chore first that has not succeeded for longest', async () => {
  assert.deepEqual((await stats()).objective, { attemptsBegun: 0, attemptsLate: 0, errorBudgetUsed: 0 });
  assert.deepEqual([(await stats()).placements, (await stats()).chores], [{ placed: 0, notDialled: 0, unknown: 0 }, []]);
  const { callsPlaced, choreTurns, choreLastSuccess } = context.metrics;
  for (const result of ['placed', 'placed', 'not_dialled', 'unknown']) callsPlaced.inc({ result });
  const now = context.clock.realNow().getTime() / 1_000;
  for (const [chore, agoSeconds] of [
    ['fetch recordings', 0],
    ['reconcile calls', 90],
  ] as const) {
    choreTurns.inc({ chore, result: 'done' }, 2);
    choreTurns.inc({ chore, result: 'failed' }, agoSeconds === 0 ? 0 : 3);
    choreLastSuccess.set({ chore }, now - agoSeconds);
  }
  const { placements, chores } = await stats();
  assert.deepEqual(placements, { placed: 2, notDialled: 1, unknown: 1 });
  assert.deepEqual(
    chores.map(({ chore, turns, failed }: Record<string, unknown>) => [chore, turns, failed]),
    [
      ['reconcile calls', 5, 3],
      ['fetch recordings', 2, 0],
    ],
  );
  assert.ok(chores[0].sinceSuccessSeconds >= 90);
  const { stdout } = await shown(commandOptions(), ['stats', 'chores']);
  assert.match(stdout, /reconcile calls +5 +3 +1 min 3?\d s ago/);
});

test('shows how often and how long connections were waited for, by pool', async () => {
  for (const seconds of [0.2, 0.4, 0.9]) context.metrics.poolWaitSeconds.observe({ pool: 'waited for' }, seconds);
  const expected = { pool: 'waited for', waits: 3, long: 1, totalSeconds: 0.2 + 0.4 + 0.9 };
  assert.deepEqual((await stats()).poolWaits, [expected]);
  assert.match((await shown(commandOptions(), ['stats'])).stdout, /^waits for connections .*waited for 3 \(1 long, 2 s in all\)/m);
});

test('shows the half hours of the last day that are counted, by how their deliveries stand now', async () => {
  const { tenantId } = await subscriber(down.url);
  const other = await subscriber(up.url);
  const halfHour = Math.floor(context.clock.now().getTime() / 1_800_000) * 1_800_000;
  await publish(context, event(context, tenantId), event(context, other.tenantId));
  await dispatcher.deliverOnce();
  const history = async () => (await operator.api.get('/delivery-history')).body.halfHours;
  assert.deepEqual(await history(), [], 'the half hour that goes on is left out');
  context.clock.advance(35 * 60);
  await until('the half hour is counted', () => countFinishedHalfHours(context).then((counted) => counted > 0));
  const from = new Date(halfHour).toISOString();
  assert.deepEqual(await history(), [{ from, success: 1, failed: 0, open: 1 }]);
  down.answer(200);
  context.clock.advance(3_600);
  await dispatcher.deliverOnce();
  down.answer(503);
  const [first] = await history();
  assert.deepEqual(first, { from, success: 2, failed: 0, open: 0 }, 'a change that is not folded counts');
});

test('names the endpoints that do not take their deliveries, the worst first, and none that does', async () => {
  const bad = await subscriber(down.url, 'Alder Realty');
  const worse = await subscriber(down.url, 'Birch Homes');
  const fine = await subscriber(up.url);
  await publish(context, ...[bad, worse, worse, fine].map(({ tenantId }) => event(context, tenantId)));
  await dispatcher.deliverOnce();
  const [first, second, ...others] = await troubled();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [first, second].map(({ tenant, endpoint, retrying, failed, lastError }) => [tenant.name, endpoint.id, retrying, failed, lastError]),
    [
      ['Birch Homes', worse.endpointId, 2, 0, 'HTTP 503'],
      ['Alder Realty', bad.endpointId, 1, 0, 'HTTP 503'],
    ],
  );
  assert.equal((await troubled('?limit=1')).length, 1);
});

test('what failed for good counts for a day, and what is replayed counts again only when it has failed again', async () => {
  const { tenantId, endpointId } = await subscriber(down.url);
  await publish(context, event(context, tenantId));
  for (let made = 0; made < 6; made++) {
    await dispatcher.deliverOnce();
    if (made < 5) context.clock.advance(8 * 3_600);
  }
  assert.deepEqual([(await troubled())[0].endpoint.id, (await troubled())[0].failed], [endpointId, 1]);
  context.clock.advance(86_400 + 1);
  assert.deepEqual(await troubled(), []);
  assert.equal((await stats()).endpointsInTrouble, 0);
});

test('the commands show it to a person, with advice', async () => {
  const { tenantId } = await subscriber(down.url);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  context.clock.advance(600);
  const options = commandOptions();
  const now = await shown(options, ['stats', 'now']);
  assert.match(now.stdout, /^deliveries due +1$/m);
  assert.match(now.stderr, /Deliveries are late: .*dispatcher/);
  assert.match((await shown(options, ['stats', 'trouble'])).stdout, new RegExp(`^${tenantId}.*HTTP 503$`, 'm'));
});

test('measures each minute: levels as they are, and counters since the minute before, for a day', async () => {
  const measureMinute = minuteMeasurer(context);
  await measureMinute();
  const { tenantId } = await subscriber(down.url);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  context.metrics.callsPlaced.inc({ result: 'placed' }, 2);
  context.metrics.callsPlaced.inc({ result: 'not_dialled' });
  context.metrics.callbacks.inc({ provider: 'vapi', result: 'stale' });
  context.metrics.choreTurns.inc({ chore: 'erasures', result: 'failed' });
  context.metrics.deliveryLagSeconds.observe(31);
  context.metrics.voiceBreakerOpen.set(1);
  await measureMinute();
  context.metrics.voiceBreakerOpen.set(0);
  context.clock.advance(600);
  await measureMinute();
  const { at, series } = (await operator.api.get('/measures')).body;
  assert.equal(at.length, 3);
  const { lagSeconds, ...others } = series;
  assert.ok(lagSeconds[1] === 0 && lagSeconds[2] > 500);
  assert.deepEqual(Object.fromEntries(Object.entries<number[]>(others).map(([name, values]) => [name, values.slice(1)])), {
    due: [0, 1],
    scheduled: [1, 0],
    liveCalls: [0, 0],
    callsPlaced: [2, 0],
    callsNotPlaced: [1, 0],
    callbacksRefused: [1, 0],
    breakerOpen: [1, 0],
    attemptsAccepted: [0, 0],
    attemptsFailed: [1, 0],
    attemptsBegun: [2, 0],
    attemptsLate: [1, 0],
    choresFailed: [1, 0],
  });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value);
  const [attemptsBegun, attemptsLate] = [sum(series.attemptsBegun), sum(series.attemptsLate)];
  const { objective } = await stats();
  assert.ok(attemptsLate > 0);
  assert.deepEqual(objective, { attemptsBegun, attemptsLate, errorBudgetUsed: attemptsLate / (attemptsBegun * 0.001) });
  const used = `${Math.round(100 * objective.errorBudgetUsed)} %`;
  assert.match((await shown(commandOptions(), ['stats'])).stdout, new RegExp(`^error budget used +${used}$`, 'm'));
  for (let minute = 3; minute < 1_445; minute++) context.minutes.add(context.clock.realNow(), emptyMinute);
  const day = (await operator.api.get('/measures')).body;
  assert.deepEqual([day.at.length, day.series.callsPlaced.length, Math.max(...day.series.callsPlaced)], [1_440, 1_440, 0]);
});
