export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

export const before = (time: Date, ms: number): Date => new Date(time.getTime() - ms);
