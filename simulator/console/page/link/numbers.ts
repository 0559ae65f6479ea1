export const numberIn = (first: string, which: number): string => `${first.slice(0, -4)}${String(which % 10_000).padStart(4, '0')}`;

/** Each visit starts somewhere else in the block, so that yesterday's idempotency and opt-outs do not meet today's calls. */
export const startingNumber = (): number => Math.floor(Math.random() * 9_000);
