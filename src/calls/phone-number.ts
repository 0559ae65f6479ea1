import { getCountries, getCountryCallingCode, isPossiblePhoneNumber, Metadata } from 'libphonenumber-js';

/**
 * True for a number that is E.164 by form and possible in its country's plan. Whether the number is assigned is for the network to
 * decide.
 */
export const isE164 = (text: string): boolean => form.test(text) && (hasUsualLength(text) || isPossiblePhoneNumber(text));

/** The form is a plus, a country code that does not begin with 0, and seven to fifteen digits in all. */
const form = /^\+[1-9]\d{6,14}$/;

/**
 * True where the number is as long as numbers of every country with its calling code may be. Then it is possible, whichever of the
 * countries it belongs to (D-106). The package finds that country first, which costs more than all the other checks of a call
 * together.
 */
function hasUsualLength(text: string): boolean {
  for (let end = 2; end <= 4; end++) {
    const lengths = usualLengths.get(text.slice(1, end));
    if (lengths) return lengths.includes(text.length - end);
  }
  return false;
}

/** The lengths of national numbers by calling code, where all countries of the code agree on them. No calling code begins with another. */
const usualLengths = lengthsByCallingCode();

function lengthsByCallingCode(): ReadonlyMap<string, readonly number[]> {
  const metadata = new Metadata();
  const lengths = new Map<string, readonly number[]>();
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    metadata.selectNumberingPlan(country);
    const own = metadata.numberingPlan?.possibleLengths() ?? [];
    const others = lengths.get(code);
    lengths.set(code, others === undefined || String(others) === String(own) ? own : []);
  }
  return lengths;
}
