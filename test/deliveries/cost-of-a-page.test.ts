import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { fillDeliveries, keepCounts } from '../../bench/stage/deliveries.ts';
import { ensurePartitions } from '../../src/db/partitions.ts';
import { areCountedUntil, halfHourMs } from '../../src/deliveries/delivery-counts.ts';
import { deliveryPage, type PageRequest } from '../../src/deliveries/delivery-page.ts';
import { deliveriesLookbackDays } from '../../src/process/limits.ts';
import { contextOfFile } from '../support/context.ts';
import { tenant } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

/**
 * What a page of GET /webhook-deliveries costs PostgreSQL, in shared buffers that its statement touches: no neighbour and no slow machine
 * changes them. A change that makes a page dearer has to change these figures.
 */

let tenantIds: readonly string[];
const deliveries = 5_000;
/** Those whose page is looked at, and others. */
const tenants = 13;

const context = await contextOfFile();
before(async () => {
  const { db, clock } = context;
  await ensurePartitions(db.knex, oldest(), clock.now());
  tenantIds = await Promise.all(Array.from({ length: tenants }, async () => (await tenant(context)).id));
  for (const id of tenantIds) await fillDeliveries(db.knex, id, deliveries, clock.now());
  await until('what is over has been counted', async () => {
    await keepCounts(context);
    return areCountedUntil(db.knex, new Date(clock.now().getTime() - 2 * halfHourMs));
  });
  await db.knex.raw('vacuum analyze');
});

test('a page costs few buffers once all that is over has been counted', async () => {
  await assertWithin({ page: 1 }, 130);
  await assertWithin({ page: 200 }, 215);
  await assertWithin({ page: 1, status: 'failed' }, 420);
});

test('a page costs few buffers while changes wait to be folded', async () => {
  const later = new Date(context.clock.now().getTime() + 1_000);
  for (const id of tenantIds) await fillDeliveries(context.db.knex, id, deliveries / 5, later);
  await assertWithin({ page: 1 }, 165);
});

const oldest = (): Date => new Date(context.clock.now().getTime() - deliveriesLookbackDays * 86_400_000);

async function assertWithin(wanted: Partial<PageRequest>, bound: number): Promise<void> {
  const session = await context.db.engine.connect();
  try {
    let buffers = 0;
    const counting = async (statement: QueryConfig) => {
      buffers += await buffersOf(session, statement);
      return session.query(statement);
    };
    const request = { status: null, since: oldest(), page: 1, limit: 20, now: context.clock.now(), ...wanted };
    // The first page of a process runs a second time, with what it was told.
    await deliveryPage(context.db.engine, tenantIds[0] ?? '', request);
    const page = await deliveryPage({ query: counting } as Pick<Pool, 'query'>, tenantIds[0] ?? '', request);
    assert.equal(page.deliveries.length, 20, JSON.stringify(wanted));
    assert.ok(buffers <= bound, `${buffers} buffers, ${bound} at most, for ${JSON.stringify(wanted)}`);
  } finally {
    session.release();
  }
}

type Session = PoolClient;

/** Of the prepared statement's plan, which holds for all values: with the values in its text it would be planned for these. */
async function buffersOf(session: Session, { text, values = [] }: QueryConfig): Promise<number> {
  await session.query(`prepare counted as ${text}`);
  const literals = values.map((value) => session.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)));
  const { rows } = await session.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
    `explain (analyze, buffers, timing off, format json) execute counted (${literals.join(', ')})`,
  );
  await session.query('deallocate counted');
  return rows.reduce((sum, { 'QUERY PLAN': [{ Plan: plan }] }) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
}

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}
