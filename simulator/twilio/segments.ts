/**
 * Returns the number of segments in which a text is sent and billed. In the GSM-7 alphabet one holds 160 characters, or
 * 153 if there are several. A single other character turns the whole text into UCS-2, where one holds 70, or 67.
 */
export function segmentsOf(body: string): number {
  const characters = [...body];
  const septets = characters.map(septetsOf);
  return septets.includes(0)
    ? filled(
        characters.map(({ length }) => length),
        70,
        67,
      )
    : filled(septets, 160, 153);
}

/** No character is divided among two segments. */
function filled(sizes: readonly number[], single: number, ofSeveral: number): number {
  let [segments, used, all] = [1, 0, 0];
  for (const size of sizes) {
    all += size;
    if (used + size > ofSeveral) [segments, used] = [segments + 1, 0];
    used += size;
  }
  return all <= single ? 1 : segments;
}

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each of these characters takes an escape and a character. */
const extended = new Set('\f^{}\\[~]|€');

/** Returns the number of septets, or 0 if the character is not in the alphabet. */
const septetsOf = (character: string): number => (basic.has(character) ? 1 : extended.has(character) ? 2 : 0);
