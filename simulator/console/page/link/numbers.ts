export const numberIn = (first: string, which: number): string => `${first.slice(0, -4)}${String(which % 10_000).padStart(4, '0')}`;

/**
 * Returns a random start in a block for each visit, so that earlier idempotency keys and opt-outs do not affect today's
 * calls.
 */
export const startingNumber = (): number => Math.floor(Math.random() * 9_000);
