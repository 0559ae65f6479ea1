export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The time so many milliseconds after another one. */
export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** The time so many milliseconds before another one. */
export const before = (time: Date, ms: number): Date => new Date(time.getTime() - ms);
