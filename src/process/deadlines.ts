/**
 * Ends work at its deadline, with one timer for all of it. Nearly all work ends long before, and a timer for each piece would cost
 * more than most of what it guards. The timer keeps the process alive only while something waits for its deadline. An answer that has
 * arrived by the deadline counts, also where this process was busy or paused and has not read it; so does one that came during such a
 * pause, since nobody can tell the two apart.
 */
const waiting = new Set<Limited>();
let timer: NodeJS.Timeout | undefined;
let wakesAt = Number.POSITIVE_INFINITY;

export interface Limited {
  /** The deadline is a time of `performance.now()`. */
  readonly deadline: number;
  /** This is called once, at the deadline. */
  end(): void;
}

export function endAtDeadline(limited: Limited): void {
  waiting.add(limited);
  if (limited.deadline < wakesAt) wakeAt(limited.deadline);
  else timer?.ref();
}

/** Forgets the deadline of work that is done or not wanted any more. */
export function forgetDeadline(limited: Limited): void {
  waiting.delete(limited);
  if (waiting.size === 0) timer?.unref();
}

function wakeAt(deadline: number): void {
  clearTimeout(timer);
  wakesAt = deadline;
  // The event loop reads what has arrived after its timers and before its immediates.
  timer = setTimeout(() => setImmediate(endAllDue), Math.max(0, Math.ceil(deadline - performance.now())));
}

function endAllDue(): void {
  const now = performance.now();
  wakesAt = Number.POSITIVE_INFINITY;
  let next = Number.POSITIVE_INFINITY;
  for (const limited of waiting) {
    if (limited.deadline > now) {
      next = Math.min(next, limited.deadline);
      continue;
    }
    waiting.delete(limited);
    limited.end();
  }
  if (waiting.size > 0 && next < wakesAt) wakeAt(next);
}
