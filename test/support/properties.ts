import fc from 'fast-check';

/**
 * Returns how often a property is tried, and from which seed. The seed is new in each process and printed, so that
 * `PROPERTY_SEED=<seed>` repeats the whole run and not only the case that fast-check reports.
 */
export const runs = (numRuns: number): { readonly numRuns: number; readonly seed: number } => ({ numRuns, seed });

const seed = Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`properties begin at seed ${seed}`);
fc.configureGlobal({ seed });
