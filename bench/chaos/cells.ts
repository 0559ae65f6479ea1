import pg from 'pg';
import { connect } from '../../src/db/connect.ts';
import { ensurePartitions } from '../../src/db/partitions.ts';
import { deliveriesLookbackDays } from '../../src/process/limits.ts';
import { before, dayMs } from '../../src/process/time.ts';
import { fillDeliveries } from '../stage/deliveries.ts';
import { holdSnapshot } from '../stage/held-snapshot.ts';
import { postmasterPid } from '../stage/postmaster.ts';
import type { Ground } from './ground.ts';

/** One way to disturb deliveries. */
export interface Cell<On extends Ground = Ground> {
  readonly name: string;
  /** Prepares the ground without disturbing it. */
  prepare?(ground: On, size: Size): Promise<void>;
  /** Begins the disturbance, and resolves to the function that mends it. */
  disturb(ground: On, size: Size): Promise<() => Promise<unknown>>;
}

export interface Size {
  /** Is the number of deliveries that leave dead rows. */
  readonly bloat: number;
  /** Is the number of deliveries to an endpoint that never answers. */
  readonly backlog: number;
  /** Is the longest absence of a part, in ms. */
  readonly awayMs: number;
}

const slowAnswerMs = 500;

export const cells: readonly Cell[] = [
  {
    name: 'worker killed, started again',
    async disturb({ services: [target] }) {
      await target.kill();
      const back = target.start();
      return () => back;
    },
  },
  {
    name: 'worker paused (SIGSTOP)',
    async disturb({ services: [target] }) {
      target.signal('SIGSTOP');
      return async () => target.signal('SIGCONT');
    },
  },
  {
    name: 'database restarted',
    async disturb({ databaseUrl }) {
      process.kill(await postmasterPid(databaseUrl), 'SIGINT');
      return async () => {};
    },
  },
  {
    name: 'slow consumer (every receiver takes 0.5 s)',
    async disturb({ receiver }) {
      await receiver.answerAfter(slowAnswerMs);
      return () => receiver.answerAfter(0);
    },
  },
  {
    name: 'long transaction holds its snapshot',
    async disturb({ databaseUrl }) {
      const snapshot = await holdSnapshot({ connectionString: databaseUrl });
      return () => snapshot.end();
    },
  },
  { name: 'table bloated', prepare: bloat, disturb: async (ground) => () => vacuum(ground) },
  {
    name: 'Redis away',
    async disturb({ redis }, { awayMs }) {
      const back = redis.killFor(awayMs);
      return () => back;
    },
  },
  {
    name: 'backlog of an endpoint that never answers',
    prepare: ({ load, deadTenantId }, { backlog }) => load.publish(deadTenantId, backlog),
    disturb: async () => async () => {},
  },
];

export const failover: Cell<Ground & { failOver(): Promise<void> }> = {
  name: 'failover to the replica',
  async disturb(ground) {
    await ground.failOver();
    return async () => {};
  },
};

const filler = 'ten_bloat';

const deadRowsEach = 3;

/** Fills the table with a retention's worth of another tenant's deliveries and several dead rows for each. */
async function bloat({ databaseUrl }: Ground, { bloat: rows }: Size): Promise<void> {
  const db = connect({ url: databaseUrl, poolSize: 2, prepared: true });
  const now = new Date();
  await ensurePartitions(db.knex, before(now, deliveriesLookbackDays * dayMs), now);
  await fillDeliveries(db.knex, filler, rows, now);
  for (let turn = 0; turn < deadRowsEach; turn++)
    await db
      .knex('webhook_deliveries')
      .where({ tenant_id: filler })
      .update({ last_attempt_at: db.knex.ref('last_attempt_at') });
  await db.close();
}

async function vacuum({ databaseUrl }: Ground): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('vacuum webhook_deliveries');
  await client.end();
}
