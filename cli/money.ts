/** Money crosses the wire in whole millionths; people write 12.50. Read digit by digit, because 0.1 is no double. */
export function parseMoney(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'));
}

/** At least two decimals, more only where there are more. */
export function showMoney(micros: number): string {
  const digits = String(Math.abs(micros)).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${fraction}`;
}
