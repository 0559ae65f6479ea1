/**
 * Shows the characters that hide something in a text or turn its direction round, which would let a name pass for another address. What
 * is seen stays: the signs of Arabic, Syriac and Kaithi that Unicode calls formats, the two joiners of Persian words and composed emoji,
 * and the tags of a flag, which are no more than the code of a place. A mark that proper text may hold beside a word and a soft hyphen
 * are left out, unless there is nothing else. So two names may look alike, as they may with letters of two scripts: only ids tell them
 * apart.
 */
export const withoutHidden = (text: string): string =>
  text.replace(proseMarks, '').replace(flagOrHidden, (_, flag?: string) => flag ?? '\ufffd') || (text && '\ufffd');

const proseMarks = /[\u00ad\u061c\u200e\u200f]/g;
const flagOrHidden =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,7}\u{e007f})|(?![\u200c\u200d]|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/gu;
