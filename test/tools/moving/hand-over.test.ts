import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { deleteTenantsOnce } from '../../../src/deletion/delete-tenants.ts';
import { recoverTextsOnce } from '../../../src/texts/recover-texts.ts';
import { abandonMove } from '../../../tools/moving/abandon-move.ts';
import type { Move } from '../../../tools/moving/move.ts';
import { removeTenant } from '../../../tools/moving/remove-tenant.ts';
import { progressOf } from '../../../tools/moving/replication.ts';
import { startMove } from '../../../tools/moving/start-move.ts';
import { switchMove } from '../../../tools/moving/switch-move.ts';
import { manyContacts, orphanedAttempts, recordingOf, rowsOf, tablesWith } from '../../deletion/what-is-left.ts';
import { apiKey, phoneNumber, tenant } from '../../support/fixtures.ts';
import type { Ringpost } from '../../support/ringpost.ts';
import { until } from '../../support/until.ts';
import { impatient, interrupted, isFollowed, livedIn, type TwoCells, twoCellsForAll } from './two-cells.ts';

let cells: TwoCells;
let source: Ringpost;
let destination: Ringpost;
let tenantId: string;

twoCellsForAll((made) => {
  cells = made;
  ({ source, destination } = made);
});
beforeEach(async () => {
  ({ id: tenantId } = await tenant(source.context));
  await apiKey(source.context, tenantId);
});

/** Where it is served. */
async function livesIn(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { context } of [source, destination]) {
    const row = await context.db.knex('tenants').where({ id: tenantId, frozen_at: null }).first('id');
    if (row) found.push(context.config.cell);
  }
  return found;
}

/** What a move leaves in the databases that is no row of the tenant. */
async function leftOver(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { context } of [source, destination]) {
    const { rows } = await context.db.engine.query<{ left: string }>(
      `select 'publication' as left from pg_publication where pubname like '%' || $1 || '%'
        union all
       select 'slot' from pg_replication_slots where slot_name like '%' || $1 || '%'
        union all
       select 'subscription' from pg_subscription where subname like '%' || $1 || '%'
        union all
       select tgname from pg_trigger where tgname like '%' || $1 || '%' and tgname not like '%\\_claim' and tgparentid = 0`,
      [tenantId],
    );
    found.push(...rows.map(({ left }) => `${left} in ${context.config.cell}`));
  }
  return found;
}

const start = (move: Move = cells.move(tenantId)): Promise<void> => startMove(move);
const handOver = (move: Move = cells.move(tenantId)) => switchMove(move, impatient);
const abandon = (move: Move = cells.move(tenantId)) => abandonMove(move);
const remove = ({ context }: Ringpost) => removeTenant(context, tenantId, { recordings: 'keep' });
const copied = (move: Move = cells.move(tenantId)) => until('everything is copied', async () => isFollowed(await progressOf(move)));

/**
 * Runs a command again and again. It dies at each step that it comes to for the first time, and `meanwhile` follows. At no time do two
 * cells serve the tenant. Resolves to the steps when it has run to its end.
 */
async function dyingAtEveryStep(
  command: (move: Move) => Promise<unknown>,
  meanwhile: (step: string) => Promise<unknown> = async () => {},
): Promise<readonly string[]> {
  const steps: string[] = [];
  for (;;) {
    const move = cells.move(tenantId, (what) => {
      if (steps.includes(what)) return;
      steps.push(what);
      throw new Error('the process dies');
    });
    const end = await command(move).then(
      () => 'whole',
      (error: Error) => error.message,
    );
    assert.ok((await livesIn()).length <= 1);
    if (end === 'whole') return steps;
    assert.equal(end, 'the process dies');
    await meanwhile(steps.at(-1) ?? '');
  }
}

test('a move whose commands die at every step and are repeated ends in the new cell, and no two cells serve the tenant', async () => {
  const starting = await dyingAtEveryStep(start);
  assert.deepEqual(starting, ['publishing its rows in the old cell', 'making room for it in this cell', 'beginning the copy']);
  await copied();
  assert.deepEqual(await livesIn(), ['c1']);
  const switching = await dyingAtEveryStep(handOver, async (step) => {
    if (step !== 'taking it over') return;
    assert.deepEqual(await livesIn(), []);
    await assert.rejects(remove(source), /The cell c2 has not taken .* over: ringpost move switch/);
  });
  assert.deepEqual(switching, [
    'sealing its secrets with the key of this cell',
    'holding its deliveries back',
    'refusing what is new in the old cell',
    'refusing everything in the old cell',
    'handing it over',
    'taking it over',
    'letting it go on in this cell',
    'releasing its deliveries',
    'ending the publication',
  ]);
  assert.deepEqual(await livesIn(), ['c2']);
  assert.equal((await destination.context.db.knex('api_keys').where({ tenant_id: tenantId })).length, 1);
  assert.ok(
    (await leftOver()).every((left) => left.startsWith('moving_') && left.endsWith('in c1')),
    'the old copy stays fenced',
  );
  await remove(source);
  assert.deepEqual(await leftOver(), []);
});

test('a move that is abandoned before the hand-over leaves the tenant where it was, and its copy goes and never goes on', async () => {
  const abandoned = async (): Promise<void> => {
    await dyingAtEveryStep(abandon);
    assert.deepEqual(await livesIn(), ['c1']);
    assert.deepEqual(await leftOver(), []);
    assert.equal(await destination.context.db.knex('tenants').where({ id: tenantId }).first(), undefined);
    assert.equal((await destination.context.db.knex('api_keys').where({ tenant_id: tenantId })).length, 0);
  };
  await dyingAtEveryStep(start, abandoned);
  await copied();
  await source.context.db.knex('tenants').where({ id: tenantId }).update({ hand_over_code: 'another', moving_to: 'c2' });
  await assert.rejects(handOver(), /is not of this move/);
  assert.deepEqual(await livesIn(), []);
  await assert.rejects(remove(destination), /is on its way into this cell: ringpost move abandon/);
  await assert.rejects(remove(source), /lives here, and only a copy can be removed/);
  const startedAnew = async (): Promise<void> => {
    await abandoned();
    await start();
    await copied();
  };
  await startedAnew();
  await dyingAtEveryStep(handOver, async (step) => {
    const { handed_over_at } = await source.context.db.knex('tenants').where({ id: tenantId }).first();
    if (handed_over_at !== null) await assert.rejects(abandon(), /is a copy: it was handed over to the cell c2/);
    // With deliveries held and nothing refused, and with everything that comes before the hand-over: the other steps leave a part of that.
    else if (['refusing what is new in the old cell', 'handing it over'].includes(step)) await startedAnew();
  });
  assert.deepEqual(await livesIn(), ['c2']);
  await assert.rejects(abandon(), /is a copy/);
});

test('commands in the wrong order, from the wrong cell or twice at once change nothing; a tenant comes back once its old copy is gone', async () => {
  const elsewhere: Move = {
    ...cells.move(tenantId),
    destination: { ...cells.move(tenantId).destination, config: { ...destination.context.config, cell: 'c3' } },
  };
  await assert.rejects(handOver(), /0 of 0 tables|is not being moved/);
  await assert.rejects(handOver({ ...cells.move('ten_nobody') }), /no tenant ten_nobody/);
  await assert.rejects(start({ ...cells.move('ten_nobody') }), /no tenant ten_nobody/);
  await start();
  for (const command of [start, handOver, abandon]) await assert.rejects(command(elsewhere), /moves to the cell c2, and this is another/);
  await copied();
  let twice: Promise<unknown> | undefined;
  await handOver(
    cells.move(tenantId, () => {
      twice ??= assert.rejects(abandon(), /Another command is at work/);
    }),
  );
  await twice;
  await assert.rejects(start(), /is a copy: it was handed over to the cell c2/);
  assert.equal((await handOver()).stoodStillMs, null, 'asked again it has nothing to do');
  assert.deepEqual(await livesIn(), ['c2']);
  const back = cells.back(tenantId);
  await assert.rejects(startMove(back), /has a tenant .* already, or what it left behind here: ringpost tenant remove/);
  await remove(source);
  await startMove(back);
  await copied(back);
  await switchMove(back, impatient);
  assert.deepEqual(await livesIn(), ['c1']);
});

test('a tenant that is deleted while it is followed leaves nothing in either cell, once its move is abandoned', async () => {
  await start();
  await copied();
  await source.context.db.knex('tenants').where({ id: tenantId }).delete();
  await assert.rejects(handOver(), /no tenant/);
  await abandon();
  assert.deepEqual([await livesIn(), await leftOver()], [[], []]);
  assert.equal(await destination.context.db.knex('tenants').where({ id: tenantId }).first(), undefined);
  await assert.rejects(abandon(), /no tenant/);
});

for (const when of ['before its switch', 'while its switch prepares'])
  test(`a tenant whose deletion is asked for ${when} is not refused by the switch, and is deleted`, async () => {
    const asked = () => source.operator.request('DELETE', `/tenants/${tenantId}`);
    await start();
    await copied();
    if (when === 'before its switch') await asked();
    // The message is the last statement before the tenant is refused.
    const asking = async (text: string): Promise<void> => {
      if (text.includes('pg_logical_emit_message')) await asked();
    };
    await assert.rejects(handOver(interrupted(cells.move(tenantId), asking)), /no tenant/);
    source.clock.advance(31);
    assert.equal(await deleteTenantsOnce(source.context), 1);
    await abandon();
    assert.deepEqual([await livesIn(), await leftOver()], [[], []]);
  });

test('a move is abandoned while copies are being begun, whatever transaction of the old cell they wait for', async (t) => {
  await start();
  const session = await source.context.db.engine.connect();
  t.after(() => session.release());
  await session.query('begin');
  await session.query('select pg_current_xact_id()');
  const waiting = `select 1 from pg_stat_activity where backend_type = 'walsender' and wait_event = 'transactionid'`;
  await until('a copy waits for the transaction', async () => (await source.context.db.engine.query(waiting)).rows.length > 0);
  let isOver = false;
  const abandoned = abandon().then(() => {
    isOver = true;
  });
  await until('it is abandoned', async () => isOver, 120_000).finally(() => session.query('commit'));
  await abandoned;
  assert.deepEqual([await livesIn(), await leftOver()], [['c1'], []]);
});

/** A tenant with a number, whose switch dies at a step. Both cells have looked through the provider's texts for a first time. */
async function stuckAt(step: string) {
  const to = `+1415557${String(++numbers).padStart(4, '0')}`;
  await phoneNumber(source.context, tenantId, { phoneNumber: to });
  await minutes(3);
  await source.simulator.receiveText({ from: '+14155550177', to, body: 'Hello' });
  await start();
  await copied();
  const dying = cells.move(tenantId, (what) => {
    if (what === step) throw new Error('the process dies');
  });
  await assert.rejects(handOver(dying), /the process dies/);
  await minutes(1);
  await source.simulator.receiveText({ from: '+14155550177', to, body: 'S T O P' });
  await minutes(10);
}

let numbers = 0;

/** Minutes go by in both cells, which share the provider. Those that work look through its texts. */
async function minutes(count: number, working = [source, destination]): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    source.clock.advance(61);
    destination.clock.advance((source.clock.realNow().getTime() - destination.clock.realNow().getTime()) / 1_000);
    for (const { context } of working) await recoverTextsOnce({ ...context, texts: source.context.texts });
  }
}

const textsIn = ({ context }: Ringpost): Promise<string[]> =>
  context.db.knex('texts').where({ tenant_id: tenantId }).orderBy('id').pluck('body');

test('what contacts text to a tenant whose switch stands still is received by the old cell once the move is abandoned', async () => {
  await stuckAt('handing it over');
  assert.deepEqual(await textsIn(source), ['Hello']);
  await abandon();
  await minutes(2);
  assert.deepEqual(await textsIn(source), ['Hello', 'S T O P']);
});

test('what contacts text to a tenant between the hand-over and the take-over is received by the new cell, and nothing twice', async () => {
  await stuckAt('taking it over');
  await handOver();
  await minutes(2);
  assert.deepEqual([await textsIn(source), await textsIn(destination)], [['Hello'], ['Hello', 'S T O P']]);
});

test('it is received by a new cell whose processes have not looked yet', async () => {
  await stuckAt('taking it over');
  await destination.context.db.knex('looks_for_texts').del();
  await handOver();
  await minutes(2);
  assert.deepEqual(await textsIn(destination), ['Hello', 'S T O P']);
});

test('what contacts texted while the old cell was down is received by the new cell, which was not, though the tenant moves before the old one looks', async () => {
  const to = `+1415557${String(++numbers).padStart(4, '0')}`;
  await phoneNumber(source.context, tenantId, { phoneNumber: to });
  await minutes(3);
  source.simulator.setTextInboundUrl(null);
  await source.simulator.receiveText({ from: '+14155550177', to, body: 'Hello' });
  source.simulator.setTextInboundUrl(`${source.publicUrl}/callbacks/sms/twilio/inbound`);
  await minutes(20, [destination]);
  await start();
  await copied();
  await handOver();
  await minutes(2);
  assert.deepEqual(await textsIn(destination), ['Hello']);
});

test('a tenant with a number that another one of either cell has too is not moved, because texts to it would come to both cells', async () => {
  const shared = `+1415557${String(++numbers).padStart(4, '0')}`;
  await phoneNumber(source.context, tenantId, { phoneNumber: shared });
  const cellsAndNames = [
    [source.context, '--from'],
    [destination.context, 'DATABASE_URL'],
  ] as const;
  const refusedWhereAnotherHasIt = async (command: () => Promise<unknown>): Promise<void> => {
    for (const [context, name] of cellsAndNames) {
      const { id: other } = await tenant(context);
      const numberId = await phoneNumber(context, other, { phoneNumber: shared });
      const says = `${tenantId} has the number \\${shared}, and so has ${other} in the database that ${name} names`;
      await assert.rejects(command(), new RegExp(says));
      await context.db.knex('phone_numbers').where({ id: numberId }).delete();
    }
  };
  await refusedWhereAnotherHasIt(start);
  assert.equal((await source.context.db.knex('tenants').where({ id: tenantId }).first()).moving_to, null);
  await start();
  await copied();
  await refusedWhereAnotherHasIt(handOver);
  assert.deepEqual(await livesIn(), ['c1']);
  await abandon();
  assert.deepEqual([await livesIn(), await leftOver()], [['c1'], []]);
});

test('once its old copy is removed, nothing of the tenant is left, in any table or the store, and nothing of another is touched', async () => {
  const [gone, neighbour] = [await livedIn(source), await livedIn(source)];
  const [{ owner }, { tenantId: neighbourId }] = [gone, neighbour.owner];
  const { tenantId } = owner;
  const [itsRecording, neighboursRecording] = [await recordingOf(source, gone), await recordingOf(source, neighbour)];
  await manyContacts(source, tenantId);
  await cells.moved(tenantId);
  const before = await rowsOf(source, neighbourId);
  assert.ok((await tablesWith(source, tenantId)).length >= 12);

  // Half removed it is good for nothing but the rest of its removal.
  const store = { ...source.context.recordings, remove: () => Promise.reject(new Error('the store is away')) };
  await assert.rejects(removeTenant({ ...source.context, recordings: store }, tenantId, { recordings: 'remove' }), /the store is away/);
  await assert.rejects(startMove(cells.move(tenantId)), /is a copy/);
  const { rows, recordings } = await removeTenant(source.context, tenantId, { recordings: 'remove' });
  assert.deepEqual([rows.get('contacts'), rows.get('calls'), rows.get('tenants'), recordings], [0, 1, 1, 1]);
  assert.deepEqual(await tablesWith(source, tenantId), []);
  assert.deepEqual(
    Object.values(await rowsOf(source, tenantId)).filter((found) => found !== '0 rows, 0'),
    [],
  );
  assert.equal(await orphanedAttempts(source), 0);
  assert.equal((await fetch(itsRecording)).status, 404);
  assert.deepEqual(await rowsOf(source, neighbourId), before);
  assert.equal((await fetch(neighboursRecording)).status, 200);
  await assert.rejects(removeTenant(source.context, tenantId, { recordings: 'keep' }), /no tenant/);
});

test('after a restore to before its hand-over, the statements of deploy/README.md make what the old cell has of it a copy, which sends nothing', async () => {
  const readme = readFileSync(new URL('../../../deploy/README.md', import.meta.url), 'utf8');
  const [, statements = ''] = /After a restore to an earlier moment:.*?```sql\n(.*?)```/s.exec(readme) ?? [];
  const there = await livedIn(source);
  const { owner } = there;
  const { tenantId } = owner;
  const recording = await recordingOf(source, there);
  await assert.rejects(removeTenant(source.context, tenantId, { recordings: 'keep' }), /lives here/);
  const { knex, engine } = source.context.db;
  const deliveries = () => knex('webhook_deliveries').where({ tenant_id: tenantId });
  const now = source.clock.now();
  const due = await deliveries().update({
    status: 'retrying',
    cycle_attempt: 1,
    finished_at: null,
    failed_at: null,
    next_retry_at: now,
    due_at: now,
  });
  assert.ok(due > 0);
  await engine.query(statements.replaceAll(/'ten_\w+'/g, `'${tenantId}'`));
  // Its processes have the key in memory for three seconds.
  source.clock.advance(5);
  assert.equal((await owner.api.request('GET', '/calls')).status, 503);
  await source.work();
  assert.equal((await deliveries().whereNull('finished_at')).length, due);
  assert.equal((await removeTenant(source.context, tenantId, { recordings: 'keep' })).recordings, 0);
  assert.deepEqual(await tablesWith(source, tenantId), []);
  // A cell that shares the store reads what is kept.
  assert.equal((await fetch(recording)).status, 200);
});
