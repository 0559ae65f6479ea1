/**
 * Shows the characters that only steer how text is set: one that turns the direction round would let a name pass for another address.
 * Persian words and composed emoji need the two joiners.
 */
export const withoutHidden = (text: string): string => text.replace(/(?![\u200c\u200d])\p{Cf}/gu, '\ufffd');
