import { UsageError } from './usage-error.ts';

/** Refuses JSON that has a number with more digits than one has here: it would be sent as another. */
export function expectExactNumbers(json: string, name: string): void {
  for (const [token] of json.matchAll(stringOrNumber))
    if (!token.startsWith('"') && decimalOf(String(Number(token))) !== decimalOf(token))
      throw new UsageError(`${name} has the number ${token}, which would be sent as ${Number(token)}. Write it as a text: "${token}".`);
}

/** Finds the strings and numbers of a text that is JSON. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Returns a number's text in the one form that equal numbers share; undefined where it is no finite number. */
function decimalOf(text: string): string | undefined {
  const [all, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (all === undefined || short === '') return all && '0';
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
