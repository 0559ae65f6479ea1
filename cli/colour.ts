export type Tone = 'plain' | 'good' | 'bad' | 'quiet' | 'bold';
export type Paint = (text: string, tone: Tone) => string;

/** Colour on a terminal whose owner has not said NO_COLOR; without one the text as it is. */
export const paintFor = (out: { readonly isTTY?: boolean }, env: Readonly<Record<string, string | undefined>> = process.env): Paint =>
  out.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb' ? colour : (text) => text;

const codes = { good: '\u001b[32m', bad: '\u001b[31m', quiet: '\u001b[2m', bold: '\u001b[1m' };
const colour: Paint = (text, tone) => (tone === 'plain' ? text : `${codes[tone]}${text}\u001b[0m`);
