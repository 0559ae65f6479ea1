export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

export const before = (time: Date, ms: number): Date => new Date(time.getTime() - ms);

/** Returns how many seconds ago a time was, or 0 where there is none. */
export const secondsSince = (time: Date | null, now: Date): number =>
  time === null ? 0 : Math.max(0, (now.getTime() - time.getTime()) / 1_000);
