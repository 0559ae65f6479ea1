import pg from 'pg';
import type { Metrics } from '../process/metrics.ts';
import type { DatabaseReach } from './reach.ts';

export interface PoolWatch {
  /** Absent for the pools of a replica: its loss is not the database's. */
  readonly reach?: DatabaseReach | undefined;
  readonly metrics?: Pick<Metrics, 'poolWaitSeconds'> | undefined;
}

type Lend = Parameters<pg.Pool['connect']>[0];

/** A pool that measures how long a connection is waited for, and tells what it meets. */
export class WatchedPool extends pg.Pool {
  readonly #watch: PoolWatch;
  readonly #name: string;
  /** With the losses of the database at the time. */
  readonly #lent = new Map<pg.PoolClient, number>();

  constructor(config: pg.PoolConfig, name: string, watch: PoolWatch) {
    super(config);
    this.#name = name;
    this.#watch = watch;
    this.on('connect', () => watch.reach?.opened());
    this.on('acquire', (client) => this.#lent.set(client, watch.reach?.losses ?? 0));
    this.on('release', (error, client) => {
      const losses = this.#lent.get(client);
      this.#lent.delete(client);
      if (!error && losses !== undefined) watch.reach?.givenBack(losses);
    });
  }

  /** Counts a wait, and nothing where a connection was free at once. */
  waited(ms: number): void {
    this.#watch.metrics?.poolWaitSeconds.observe({ pool: this.#name }, ms / 1_000);
  }

  isLent(client: pg.PoolClient): boolean {
    return this.#lent.has(client);
  }

  /** Tells the error with which a session ended, if somebody used it. An idle one is replaced, and nobody notices. */
  sessionEnded(client: pg.PoolClient, error: unknown): void {
    if (this.#lent.has(client)) this.#watch.reach?.sessionLost(error);
  }

  get lent(): Iterable<pg.PoolClient> {
    return this.#lent.keys();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(lend: Lend): void;
  override connect(lend?: Lend): Promise<pg.PoolClient> | undefined {
    if (!lend) return new Promise((fulfil, reject) => this.connect((error, client) => (client ? fulfil(client) : reject(error))));
    const askedAt = this.idleCount === 0 ? performance.now() : null;
    super.connect((error, client, done) => {
      if (askedAt !== null) this.waited(performance.now() - askedAt);
      if (error) this.#watch.reach?.connectFailed(error);
      lend(error, client, done);
    });
    return undefined;
  }
}
