export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Returns the time this many milliseconds after another one. */
export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** Returns the time this many milliseconds before another one. */
export const before = (time: Date, ms: number): Date => new Date(time.getTime() - ms);
