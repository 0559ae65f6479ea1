/** Formats micro-units of the currency: two decimals, and more only where the amount has them. */
export const money = (micros: number): string => (micros / 1_000_000).toFixed(6).replace(/0{1,4}$/, '');
