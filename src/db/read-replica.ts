import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { requireRow } from './require-row.ts';
import { timelineSql } from './timeline.ts';

/**
 * Reads from a streaming replica, and never from one that is behind. Before a read the primary is asked for its position in the
 * log, and the replica is read once it has replayed that much. So a read sees everything that any process committed before the read
 * arrived. Only rows committed without waiting for the disk, the outcomes of deliveries, may be missing for a moment. All reads
 * that arrive during one such question share the next one, so the primary is asked a few hundred times a second at most (D-99).
 *
 * A replica that is behind, unreachable or failing rests for a second, and all reads go to the primary meanwhile.
 */
export function readingFromReplica<From>({ primary, replica, examine }: Servers<From>, { log, metrics }: Told): Reading<From> {
  const health = new ReplicaHealth(examine, log);
  return async (ask) => {
    if (health.isResting || !(await health.isCurrent())) {
      metrics?.replicaReads.inc({ by: 'primary' });
      return ask(primary);
    }
    try {
      const answer = await ask(replica);
      metrics?.replicaReads.inc({ by: 'replica' });
      return answer;
    } catch (error) {
      health.rest(`failed: ${error}`);
      metrics?.replicaReads.inc({ by: 'primary' });
      return ask(primary);
    }
  };
}

/** Knows whether the replica rests, and asks whether it is current. */
class ReplicaHealth {
  isResting = false;
  readonly #examine: Examine;
  readonly #log: Told['log'];
  #lastReason: string | null = null;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<boolean> | null = null;

  constructor(examine: Examine, log: Told['log']) {
    this.#examine = examine;
    this.#log = log;
  }

  rest(reason: string): void {
    if (reason !== this.#lastReason) this.#log?.warn({ reason }, 'the read replica rests; reads go to the primary');
    this.#lastReason = reason;
    this.isResting = true;
    setTimeout(() => {
      this.isResting = false;
    }, restMs).unref();
  }

  /** The question is asked after the caller arrived: one that was already under way may have missed what the caller has seen. */
  isCurrent(): Promise<boolean> {
    this.#next ??= this.#underWay.then(() => {
      this.#next = null;
      const question = this.#isUpToDate();
      this.#underWay = question;
      return question;
    });
    return this.#next;
  }

  async #isUpToDate(): Promise<boolean> {
    const patience = new AbortController();
    const examined = this.#examine(patience.signal).catch((error: unknown): ReplicaStanding => `failed: ${error}`);
    const found = await Promise.race([examined, pause(patienceMs, 'late' as const, { signal: patience.signal })]);
    patience.abort();
    if (found === 'current') {
      this.#lastReason = null;
      return true;
    }
    // While a question hangs, no other read waits for it.
    this.isResting = true;
    void examined.then((later) => this.rest(later === 'current' ? 'behind' : later));
    return false;
  }
}

/** `From` is the type of connections that are read from. */
export interface Servers<From> {
  readonly primary: From;
  readonly replica: From;
  readonly examine: Examine;
}

/** Examines the replica. While it is behind, this asks again until the signal aborts. */
type Examine = (signal: AbortSignal) => Promise<ReplicaStanding>;

/** Runs a read at one of the servers. It may run a second time at the other when the first has failed, so it must change nothing. */
export type Reading<From> = <Answer>(ask: (from: From) => Promise<Answer>) => Promise<Answer>;

export interface Told {
  readonly log?: Pick<Log, 'warn'>;
  readonly metrics?: Pick<Metrics, 'replicaReads'>;
}

/** A read waits this long for the replica to catch up. A streaming replica nearby needs a millisecond or two. */
const patienceMs = 50;
const restMs = 1_000;
const lookEveryMs = 1;

export type ReplicaStanding = 'current' | 'behind' | 'not a replica' | "another server's" | `failed: ${string}`;

/** Tells whether the replica has all that the primary has committed by now. While it is behind, this asks again until the signal aborts. */
export async function standing(primary: Pool, replica: Pool, signal: AbortSignal): Promise<ReplicaStanding> {
  const { rows } = await primary.query<Position>(positionStatement);
  const wanted = requireRow(rows[0]);
  for (;;) {
    const found = await compare(replica, wanted);
    if (found !== 'behind' || signal.aborted) return found;
    await pause(lookEveryMs);
  }
}

interface Position {
  /** The position is a `pg_lsn` as text. */
  readonly position: string;
  /** This names the cluster, the database and the timeline, because positions compare only within one timeline. */
  readonly log: string;
}

/** Reads the two numbers that both servers share. A promotion begins another timeline, which an old replica may have overshot. */
const logStatement = (timeline: string): string => `
  (select system_identifier from pg_control_system())
    || '/' || (select oid from pg_database where datname = current_database())
    || '/' || (${timeline})`;

const positionStatement = `
  select pg_current_wal_lsn()::text as position,
         ${logStatement(`('x' || ${timelineSql})::bit(32)::integer`)} as log`;

const compareStatement = `
  select pg_is_in_recovery() as "isReplica",
         pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasAll",
         ${logStatement('select timeline_id from pg_control_checkpoint()')} as log`;

async function compare(replica: Pool, wanted: Position): Promise<ReplicaStanding> {
  const { rows } = await replica.query<{ isReplica: boolean; hasAll: boolean | null; log: string }>(compareStatement, [wanted.position]);
  const [found] = rows;
  if (!found?.isReplica) return 'not a replica';
  if (found.log !== wanted.log) return "another server's";
  return found.hasAll ? 'current' : 'behind';
}
