/**
 * Where in the queue a claim begins. Every delivery that was claimed leaves a dead entry at the front of the index by
 * `due_at`, and while somebody holds an old snapshot (a backup, a report) none can be removed: each claim would step over
 * all of them again, slower with every delivery. So a claim begins where the last one ended.
 *
 * What it left behind, because its endpoint was full or its commit slow, is found by looking through the whole queue. While
 * that is cheap it is all that happens; where it is not, it gets a small part of the time.
 */
export class ClaimCursor {
  #from: Date | null = null;
  #whole = { endedMs: Number.NEGATIVE_INFINITY, tookMs: 0 };
  #hasSkipped = false;

  /** Null: at the very beginning. Elapsed time is in milliseconds. */
  begin(elapsedMs: number): Date | null {
    const { endedMs, tookMs } = this.#whole;
    const gapMs = Math.min(tookMs * (this.#hasSkipped ? skippedGap : usualGap), longestGapMs);
    return tookMs < cheapMs || elapsedMs - endedMs >= gapMs ? null : this.#from;
  }

  end(claim: EndedClaim): void {
    if (claim.from === null) {
      this.#whole = { endedMs: claim.endedMs, tookMs: claim.endedMs - claim.begunMs };
      this.#hasSkipped = false;
    }
    this.#hasSkipped ||= claim.hasSkipped;
    const last = Math.max(...claim.dueAt.map((at) => at.getTime()));
    this.#from = new Date(claim.dueAt.length < claim.limit ? claim.now.getTime() - slowCommitMs : last);
  }
}

export interface EndedClaim {
  readonly from: Date | null;
  readonly begunMs: number;
  readonly endedMs: number;
  readonly now: Date;
  readonly limit: number;
  /** Endpoints were left out. */
  readonly hasSkipped: boolean;
  /** Of each delivery that it found. */
  readonly dueAt: readonly Date[];
}

/** A delivery is due before its transaction commits: mostly by less than this. */
const slowCommitMs = 5_000;
/** Looking through all of it costs nothing worth saving. */
const cheapMs = 20;
/** Between two looks through the whole queue, in times of what one takes: a twentieth of the time, a fifth where some waits behind. */
const usualGap = 19;
const skippedGap = 4;
const longestGapMs = 30_000;
