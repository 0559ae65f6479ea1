/**
 * Parses an amount such as 12.50 into the whole millionths that the API uses. It reads digit by digit because a double
 * cannot hold 0.1.
 */
export function parseMoney(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'));
}
