/**
 * Decides where in the queue a claim begins (`D-65`). Every delivery that was claimed leaves a dead entry at the front of the
 * index by `due_at`. While a session holds an old snapshot (a backup, a report) none of these can be removed, and each claim
 * would step over all of them again, slower with every delivery. So a claim begins where the last one ended.
 *
 * Deliveries that were left behind, because their endpoint was full or their commit was slow, are found by looking through
 * the whole queue. Every claim does so while that is cheap; otherwise it gets a small part of the time.
 */
export class ClaimCursor {
  #from: Date | null = null;
  #whole = { endedMs: Number.NEGATIVE_INFINITY, tookMs: 0 };
  #hasSkipped = false;

  /** Returns the `due_at` to begin at, or null to begin at the front of the queue. Elapsed time is in milliseconds. */
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
  /** True if endpoints were left out. */
  readonly hasSkipped: boolean;
  /** The `due_at` of each delivery that the claim found. */
  readonly dueAt: readonly Date[];
}

/** A delivery is due before its transaction commits, mostly by less than this. */
const slowCommitMs = 5_000;
/** A look through the whole queue that takes less than this is made with every claim. */
const cheapMs = 20;
/**
 * The gap between two looks through the whole queue, as a multiple of the duration of one. Looking thus takes a twentieth of the
 * time, or a fifth if endpoints were left out.
 */
const usualGap = 19;
const skippedGap = 4;
const longestGapMs = 30_000;
