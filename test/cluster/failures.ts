import { setTimeout as pause } from 'node:timers/promises';
import type { Link } from '../support/link.ts';
import { until } from '../support/until.ts';
import type { Machine, PatroniCluster } from './patroni.ts';

/** One way in which a part of the cluster fails. */
export interface Failure {
  readonly name: string;
  /** Whether another machine has to become the primary. */
  readonly isOfPrimary: boolean;
  /** Returns how it is mended; null where it cannot be played here. */
  strike(cluster: PatroniCluster, primary: Machine): Promise<(() => Promise<void>) | null>;
}

const latencyMs = 100;
const slowForMs = 10_000;

/** The one that a short drill plays. */
export const primaryKilled: Failure = {
  name: 'primary killed, with its Patroni',
  isOfPrimary: true,
  async strike(_, primary) {
    await primary.kill();
    return async () => primary.start();
  },
};

export const failures: readonly Failure[] = [
  {
    name: 'disk of the primary full',
    isOfPrimary: true,
    async strike(_, { disk, connect }) {
      if (!disk) return null;
      await disk.fill();
      // The log is what a full disk stops: until then PostgreSQL writes into files that it has.
      await untilRefused(connect);
      return () => disk.empty();
    },
  },
  primaryKilled,
  {
    // Clients still reach it: it has to step down by itself.
    name: 'primary cut off from etcd',
    isOfPrimary: true,
    async strike(_, primary) {
      for (const link of primary.toEtcd) link.cut();
      return async () => {
        await untilSteppedDown(primary);
        mend(primary.toEtcd);
      };
    },
  },
  {
    name: 'primary silent, its connections half open',
    isOfPrimary: true,
    async strike(_, primary) {
      const links = [...primary.inward, ...primary.toEtcd];
      for (const link of links) link.fallSilent();
      return async () => {
        await untilSteppedDown(primary);
        mend(links);
      };
    },
  },
  {
    // Its PostgreSQL goes on, and nobody tells it that it is the primary no more. It is reset as a watchdog does it, only later.
    name: 'Patroni of the primary hangs',
    isOfPrimary: true,
    async strike(_, primary) {
      primary.hang();
      return async () => {
        await primary.kill();
        primary.start();
      };
    },
  },
  {
    name: 'the leader of etcd killed',
    isOfPrimary: false,
    strike: ({ killEtcdLeader }) => killEtcdLeader(),
  },
  {
    name: `${latencyMs} ms more on every link`,
    isOfPrimary: false,
    async strike({ machines }) {
      const links = machines.flatMap(({ inward, toEtcd }) => [...inward, ...toEtcd]);
      for (const link of links) link.delay(latencyMs);
      await pause(slowForMs);
      return async () => mend(links);
    },
  },
];

function mend(links: readonly Link[]): void {
  for (const link of links) link.mend();
}

/** Until it has started again as a server that takes no writes. */
const untilSteppedDown = ({ name, connect }: Machine): Promise<void> =>
  until(`${name} takes no writes any more`, async () => {
    try {
      const client = await connect();
      const { rows } = await client.query<{ down: boolean }>('select pg_is_in_recovery() as down').finally(() => client.end());
      return rows[0]?.down === true;
    } catch {
      return false;
    }
  });

/** Fills segment after segment of the log, as a busy hour does, until PostgreSQL has ended. */
const untilRefused = (connect: Machine['connect']): Promise<void> =>
  until('the log has no room', async () => {
    try {
      const client = await connect();
      await client
        .query("select pg_logical_emit_message(false, 'drill', repeat('x', 8000000)), pg_switch_wal()")
        .finally(() => client.end().catch(() => {}));
      return false;
    } catch {
      return true;
    }
  });
