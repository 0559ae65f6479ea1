import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import type { RedisPacing } from './redis-pacing.ts';

export interface ReachOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number;
}

/** Knows whether Redis can be asked. A lost one is checked once a second, after a wait that grows, until it takes writes again. */
export class RedisReach {
  readonly #redis: RedisPacing;
  readonly #options: Required<ReachOptions>;
  #isLost = false;
  #isChecking = false;
  #checkFrom = 0;
  #lossesInARow = 0;
  #returnedAt = Number.NEGATIVE_INFINITY;
  #checks: NodeJS.Timeout | undefined;

  constructor(redis: RedisPacing, options: ReachOptions) {
    this.#redis = redis;
    this.#options = { elapsedMs: () => performance.now(), ...options };
    redis.onReady(() => this.#check());
    if (!redis.isReady) this.lose(new Error('no connection'));
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Returns Redis' answer, or null if it cannot answer. */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer | null> {
    if (this.#isLost) return null;
    try {
      return await question();
    } catch (error) {
      return this.lose(error);
    }
  }

  /** Does without Redis from now on. Returns null, which stands for its missing answer. */
  lose(error: unknown): null {
    if (this.#isLost) return null;
    const { log, metrics, elapsedMs } = this.#options;
    this.#setLost(true);
    metrics.pacingDegraded.inc();
    log.error({ error: String(error) }, 'Redis is out of reach; each process paces by its own memory until it is back');
    const at = elapsedMs();
    this.#lossesInARow = at - this.#returnedAt < calmMs ? this.#lossesInARow + 1 : 1;
    this.#checkFrom = at + waitMsAfter(this.#lossesInARow);
    this.#checks = setInterval(() => this.#check(), checkEveryMs).unref();
    this.#check();
    return null;
  }

  close(): void {
    clearInterval(this.#checks);
  }

  #check(): void {
    if (!this.#isLost || this.#isChecking || !this.#redis.isReady || this.#options.elapsedMs() < this.#checkFrom) return;
    this.#isChecking = true;
    this.#redis
      .check()
      .then(
        () => this.#comeBack(),
        () => {},
      )
      .finally(() => {
        this.#isChecking = false;
      });
  }

  #comeBack(): void {
    clearInterval(this.#checks);
    this.#returnedAt = this.#options.elapsedMs();
    this.#setLost(false);
    this.#options.log.info('Redis is back');
  }

  #setLost(isLost: boolean): void {
    this.#isLost = isLost;
    this.#options.metrics.pacingWithoutRedis.set(isLost ? 1 : 0);
  }
}

/** Returns how long Redis is left alone: not at all at first, then a second, and twice as long each time that it is soon lost again. */
const waitMsAfter = (losses: number): number => (losses === 1 ? 0 : Math.min(1_000 * 2 ** (losses - 2), longestMs));

const checkEveryMs = 1_000;
const longestMs = 60_000;
/** A loss within this time of the return is soon. */
const calmMs = 60_000;
