import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { publishWith } from '../../src/events/publish.ts';
import { deliveryLeaseMs } from '../../src/process/limits.ts';
import { before, minuteMs } from '../../src/process/time.ts';
import { rowsOf } from '../db/scratch.ts';
import { olderApi } from '../support/api.ts';
import { event } from '../support/events.ts';
import { until } from '../support/until.ts';
import { laterRelease, olderCode, withoutHistory } from './older-code.ts';
import { oneCall, prepare } from './service-processes.ts';

/**
 * deploy/README.md, "To roll back", with real code: that of an older commit starts on the schema of this checkout, serves and delivers.
 *
 * The older commit is the newest one that lacks a migration of this checkout, so that the two differ in what they know of the schema. As
 * long as there is none, the present commit is the older code, and the newer release is planted: it has one more migration, which adds
 * what nobody reads.
 */

/** A delivery that a process of the present release had in hand when it died, which was so long ago that the first sweep finds it. */
async function heldByTheDead({ context, tenantId }: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  const { knex } = context.db;
  context.clock.setReal(before(new Date(), deliveryLeaseMs + minuteMs));
  await publishWith(context, [event(context, tenantId)], (publishIn) =>
    knex.transaction(async (trx) => {
      const ids = await publishIn(trx);
      await trx('webhook_deliveries')
        .whereIn('event_id', ids)
        .update({ due_at: null, worker: 'dead', lease: 1, lease_until: new Date(0) });
    }),
  );
  context.clock.setReal(new Date());
}

test('the code of an older commit starts on the present schema, serves, and delivers', { skip: withoutHistory }, async (t) => {
  const older = await olderCode(t);
  const system = await prepare(t);
  const url = system.context.databaseUrl;
  const planted: Readonly<Record<string, string>> =
    older.unknown.length > 0
      ? {}
      : {
          '9998_expanding.sql': `alter table calls add column later_release text;
            alter table webhook_deliveries add column later_release text;
            create table later_release (id bigint primary key)`,
        };
  await migrate(url, { folder: await laterRelease(t, planted) });
  const newer = await rowsOf<{ name: string }>(url, `select name from schema_migrations where name > '${older.newest}'`);
  assert.ok(newer.length > 0, `the database has a migration that ${older.commit} does not know`);

  const call = await oneCall(t, system, olderApi);
  await heldByTheDead(system);
  const process = await system.start('api,dispatcher,scheduler', call.env, older.program);
  await call.mustSucceed();
  await until('the older code delivers it', async () => (await system.statuses())['success'] === 2);
  assert.equal(await process.terminate(), 0);

  const contracting = `-- Runs with: ${newer.at(-1)?.name.slice(0, 4)}\nalter table calls drop column notes`;
  await migrate(url, { folder: await laterRelease(t, { ...planted, '9999_contracting.sql': contracting }) });
  await assert.rejects(
    system.start('api,dispatcher,scheduler', call.env, older.program),
    /migrated by a newer Ringpost \(9999_contracting\.sql\), on whose schema no process may run that does not know migration \d{4}/,
  );
});
