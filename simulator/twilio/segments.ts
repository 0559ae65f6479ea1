/**
 * Returns the number of segments in which a text is sent and billed. In the GSM-7 alphabet one holds 160 characters, or
 * 153 if there are several. A single other character turns the whole text into UCS-2, where one holds 70, or 67.
 */
export function segmentsOf(body: string): number {
  const septets = septetsOf(body);
  if (septets !== null) return septets <= 160 ? 1 : Math.ceil(septets / 153);
  return body.length <= 70 ? 1 : Math.ceil(body.length / 67);
}

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each of these characters takes an escape and a character. */
const extended = new Set('\f^{}\\[~]|€');

/** Returns the number of septets, or null if a character is not in the alphabet. */
function septetsOf(body: string): number | null {
  let septets = 0;
  for (const character of body) {
    if (basic.has(character)) septets += 1;
    else if (extended.has(character)) septets += 2;
    else return null;
  }
  return septets;
}
