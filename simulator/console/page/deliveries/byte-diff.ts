/** The bytes of two bodies: what both begin and end with, and what lies between. */
export interface ByteDiff {
  readonly sameBefore: number;
  readonly sameAfter: number;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export function byteDiff(before: Uint8Array, after: Uint8Array): ByteDiff {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { sameBefore: start, sameAfter: end, before, after };
}

/** Sixteen bytes as people read them: where they begin, their hexadecimal digits, and what they are as text. */
export interface HexRow {
  readonly offset: string;
  readonly cells: readonly { readonly hex: string; readonly char: string; readonly isDifferent: boolean }[];
}

const rowBytes = 16;
const mostRows = 16;

/** Returns the rows in which a body differs, and how many more there are. */
export function hexRows(
  bytes: Uint8Array,
  { sameBefore, sameAfter }: ByteDiff,
): { readonly rows: readonly HexRow[]; readonly more: number } {
  const end = bytes.length - sameAfter;
  const from = sameBefore - (sameBefore % rowBytes);
  const offsets: number[] = [];
  for (let offset = from; offset < Math.max(end, sameBefore + 1) && offset < bytes.length; offset += rowBytes) offsets.push(offset);
  const rows = offsets.slice(0, mostRows).map((offset) => ({
    offset: offset.toString(16).padStart(6, '0'),
    cells: [...bytes.subarray(offset, offset + rowBytes)].map((byte, index) => ({
      hex: byte.toString(16).padStart(2, '0'),
      char: byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
      isDifferent: offset + index >= sameBefore && offset + index < end,
    })),
  }));
  return { rows, more: offsets.length - rows.length };
}

export const bytesIn = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
