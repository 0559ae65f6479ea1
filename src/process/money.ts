/** Formats an amount in millionths with at least two decimals, and with more only if needed. */
export function showMoney(micros: number): string {
  const digits = String(Math.abs(micros)).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${fraction}`;
}
