import { type Log, markReported } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { isConnectionLost, isTurnedAway } from './sql-state.ts';

export interface ReachOptions {
  readonly log?: Pick<Log, 'error' | 'info'> | undefined;
  readonly metrics?: Pick<Metrics, 'databaseAway' | 'databaseConnectFailures'> | undefined;
}

/**
 * Knows whether the primary can be reached, from what its pools meet. It logs the loss once and the return once. Errors between
 * them are counted, and are no lines of the log wherever they end (`markReported`).
 */
export class DatabaseReach {
  readonly #options: ReachOptions;
  #failures = 0;
  #isRefused = false;

  constructor(options: ReachOptions) {
    this.#options = options;
  }

  /** Takes in that no connection could be had. A full pool says nothing about the database. */
  connectFailed(error: unknown): void {
    if (!isConnectionLost(error) && !isTurnedAway(error)) return;
    this.#isRefused = true;
    this.#options.metrics?.databaseConnectFailures.inc();
    this.#lose(error);
  }

  /** Takes in that a session ended under its user. */
  sessionLost(error: unknown): void {
    if (isConnectionLost(error)) this.#lose(error);
  }

  /** Takes in that a session was opened. That alone says nothing: a pooler lets sessions in although it reaches no server. */
  opened(): void {
    this.#isRefused = false;
  }

  /** How often the database was lost since it was last reached. */
  get losses(): number {
    return this.#failures;
  }

  /**
   * Takes in that a session is given back, with the losses at the time when it was lent. If nothing was lost meanwhile, and new
   * connections are not refused, it has reached the database. When it was lent it may have been dead, which nobody had noticed.
   */
  givenBack(lossesBefore: number): void {
    if (this.#isRefused || lossesBefore !== this.#failures) return;
    this.#options.metrics?.databaseAway.set(0);
    if (this.#failures === 0) return;
    this.#options.log?.info({ failures: this.#failures }, 'the database is back');
    this.#failures = 0;
  }

  #lose(error: unknown): void {
    markReported(error);
    if (this.#failures++ > 0) return;
    this.#options.metrics?.databaseAway.set(1);
    const reason = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error);
    this.#options.log?.error(
      { error: reason },
      'the database cannot be reached, or has ended a session; what fails until it is back is only counted',
    );
  }
}
