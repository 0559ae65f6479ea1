import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { removeTenant } from '../../../tools/moving/remove-tenant.ts';
import { startMove } from '../../../tools/moving/start-move.ts';
import { manyContacts, orphanedAttempts, recordingOf, rowsOf, tablesWith } from '../../deletion/what-is-left.ts';
import type { Ringpost } from '../../support/ringpost.ts';
import { livedIn, type TwoCells, twoCellsForAll } from './two-cells.ts';

let cells: TwoCells;
let source: Ringpost;

twoCellsForAll((made) => {
  cells = made;
  ({ source } = made);
});

const remove = (tenantId: string, recordings: 'keep' | 'remove' = 'keep', { context } = source) =>
  removeTenant(context, tenantId, { recordings });

test('nothing of the tenant is left, in any table or the store, and nothing of another is touched', async () => {
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
  const { rows, recordings } = await remove(tenantId, 'remove');
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
  await assert.rejects(remove(tenantId), /no tenant/);
});

test('after a restore to before its hand-over, the statements of deploy/README.md make what the old cell has of it a copy, which sends nothing', async () => {
  const readme = readFileSync(new URL('../../../deploy/README.md', import.meta.url), 'utf8');
  const [, statements = ''] = /After a restore to an earlier moment:.*?```sql\n(.*?)```/s.exec(readme) ?? [];
  const there = await livedIn(source);
  const { owner } = there;
  const { tenantId } = owner;
  const recording = await recordingOf(source, there);
  await assert.rejects(remove(tenantId), /lives here/);
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
  assert.equal((await remove(tenantId)).recordings, 0);
  assert.deepEqual(await tablesWith(source, tenantId), []);
  // A cell that shares the store reads what is kept.
  assert.equal((await fetch(recording)).status, 200);
});
