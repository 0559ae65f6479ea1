import { getCountries, getCountryCallingCode, isPossiblePhoneNumber, Metadata } from 'libphonenumber-js';

/** E.164 by form, then by what its country's plan can hold. Whether anybody has the number is for the network to say. */
export const isE164 = (text: string): boolean => form.test(text) && (hasUsualLength(text) || isPossiblePhoneNumber(text));

/** A plus, a country code that does not begin with 0, seven to fifteen digits in all. */
const form = /^\+[1-9]\d{6,14}$/;

/**
 * Whether the number is as long as numbers of every country with its calling code may be. Then it is possible, whichever of the
 * countries it belongs to. The package finds that country first, which costs more than all the other checks of a call together.
 */
function hasUsualLength(text: string): boolean {
  for (let end = 2; end <= 4; end++) {
    const lengths = usualLengths.get(text.slice(1, end));
    if (lengths) return lengths.includes(text.length - end);
  }
  return false;
}

/** By calling code, of which none begins another: how long its national numbers may be, where all its countries agree on that. */
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
