export type Tone = 'plain' | 'good' | 'bad' | 'quiet' | 'bold';
export type Paint = (text: string, tone: Tone) => string;

/** Returns a function that colours text on a terminal. It returns the text unchanged elsewhere, or if NO_COLOR is set. */
export const paintFor = (out: { readonly isTTY?: boolean }): Paint =>
  out.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb' ? colour : (text) => text;

const codes = { good: '\u001b[32m', bad: '\u001b[31m', quiet: '\u001b[2m', bold: '\u001b[1m' };
const colour: Paint = (text, tone) => (tone === 'plain' ? text : `${codes[tone]}${text}\u001b[0m`);
