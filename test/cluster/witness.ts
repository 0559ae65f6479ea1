import { setTimeout as pause } from 'node:timers/promises';
import type { Machine, PatroniCluster } from './patroni.ts';

/**
 * Writes to every machine all the time, past HAProxy, and remembers what was acknowledged: a machine that believes to be the primary while
 * another one is must not acknowledge anything.
 */
export interface Witness {
  /** What was acknowledged and is not at the primary. */
  lost(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const everyMs = 100;

export async function startWitness(cluster: PatroniCluster): Promise<Witness> {
  const client = await (await cluster.primary()).connect();
  await client.query('create table witnessed (machine text, n integer, primary key (machine, n))');
  await client.end();
  let isOver = false;
  const witnesses = cluster.machines.map((machine) => writeTo(machine, () => isOver));
  const stop = async (): Promise<void> => {
    isOver = true;
    await Promise.all(witnesses.map(({ ended }) => ended));
  };
  return {
    stop,
    async lost() {
      await stop();
      const client = await (await cluster.primary()).connect();
      const { rows } = await client.query<{ machine: string; n: number }>('select machine, n from witnessed');
      await client.end();
      const kept = new Set(rows.map(({ machine, n }) => `${machine} ${n}`));
      if (kept.size === 0) return ['the witness wrote nothing'];
      return witnesses.flatMap(({ acknowledged, name }) =>
        acknowledged
          .filter((n) => !kept.has(`${name} ${n}`))
          .map((n) => `${name} acknowledged the write ${n} of the witness, and it is lost`),
      );
    },
  };
}

function writeTo(machine: Machine, isOver: () => boolean) {
  const acknowledged: number[] = [];
  const run = async (): Promise<void> => {
    for (let n = 0; !isOver(); ) {
      try {
        const client = await machine.connect();
        try {
          for (; !isOver(); n++) {
            await client.query('insert into witnessed values ($1, $2)', [machine.name, n]);
            acknowledged.push(n);
            await pause(everyMs);
          }
        } finally {
          await client.end().catch(() => {});
        }
      } catch {
        // A replica, or nobody there. What was not acknowledged is not written again.
        n += 1;
        await pause(everyMs);
      }
    }
  };
  return { name: machine.name, acknowledged, ended: run() };
}
