import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Service } from './service.ts';

/**
 * Places where a process can be made to stand still: triggers in the matrix's own database that wait on an advisory lock
 * held by the matrix, and only for the sessions of one process. The product has no switch for it and knows nothing of it.
 */
export type GateName = 'commit' | 'claim' | 'settle' | 'flush' | 'call';

const gateLock = 4_712;

export const gatesSchema = `
  create table fault_gates (gate text not null, session text not null);
  create function fault_gate() returns trigger language plpgsql as $$
  begin
    if exists (select from fault_gates where gate = tg_argv[0] and session = current_setting('application_name')) then
      perform pg_advisory_xact_lock_shared(${gateLock});
    end if;
    return coalesce(new, old);
  end $$;
  -- Deferred: it waits inside COMMIT, which the process has sent already.
  create constraint trigger fault_commit after insert on event_keys deferrable initially deferred
    for each row execute function fault_gate('commit');
  create trigger fault_claim before update of lease on webhook_deliveries
    for each row when (old.worker is null and new.worker is not null) execute function fault_gate('claim');
  create trigger fault_settle before update of status on webhook_deliveries for each statement execute function fault_gate('settle');
  create trigger fault_flush after update of status on webhook_deliveries for each statement execute function fault_gate('flush');
  create constraint trigger fault_call after insert on calls deferrable initially deferred
    for each row execute function fault_gate('call')`;

export interface Gate {
  /** Waits until the process stands at the gate; false where it does not come there in time. */
  untilReached(provoke: () => unknown): Promise<boolean>;
  /** Lets what waits at the gate happen, and waits until it has. The process itself must have been stopped. */
  letHappen(): Promise<void>;
  /** Cuts off what waits at the gate: it never happens. */
  cutOff(): Promise<void>;
  /** Always, at the end. */
  close(): Promise<void>;
}

const patienceMs = 8_000;
const provokeEveryMs = 400;

export async function closeGate(databaseUrl: string, gate: GateName, service: Service): Promise<Gate> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  holder.on('error', () => {});
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [gateLock]);
  await holder.query('insert into fault_gates (gate, session) values ($1, $2)', [gate, service.name]);
  let isOpen = false;

  const waiting = async (): Promise<readonly number[]> => {
    const { rows } = await holder.query<{ pid: number }>(
      `select distinct a.pid from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.objid = $1 and not l.granted and a.application_name = $2`,
      [gateLock, service.name],
    );
    return rows.map(({ pid }) => pid);
  };
  const open = async (): Promise<void> => {
    if (isOpen) return;
    isOpen = true;
    await holder.query('delete from fault_gates');
    await holder.query('select pg_advisory_unlock($1)', [gateLock]);
  };

  return {
    async untilReached(provoke) {
      let provokedAt = Number.NEGATIVE_INFINITY;
      for (const until = performance.now() + patienceMs; performance.now() < until; await pause(5)) {
        if ((await waiting()).length > 0) return true;
        if (performance.now() - provokedAt < provokeEveryMs) continue;
        provokedAt = performance.now();
        provoke();
      }
      return false;
    },
    async letHappen() {
      const pids = await waiting();
      await open();
      for (const until = performance.now() + patienceMs; performance.now() < until; await pause(2)) {
        const { rows } = await holder.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity where pid = any ($1) and state = 'active'`,
          [pids],
        );
        if (rows[0]?.n === 0) return;
      }
    },
    async cutOff() {
      await holder.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [await waiting()]);
    },
    async close() {
      await open();
      await holder.end();
    },
  };
}
