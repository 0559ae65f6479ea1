import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { getCountries, getCountryCallingCode, isPossiblePhoneNumber } from 'libphonenumber-js';
import { isE164 } from '../../src/calls/phone-number.ts';

for (const number of ['+14155550123', '+15550010001', '+442071838750', '+4915112345678']) {
  // holds: C-PHONE-01
  test(`takes ${number}`, () => assert.equal(isE164(number), true));
}

const refused = [
  '',
  '14155550123',
  '+04155550123',
  '+1 415 555 0123',
  '+1415555',
  '+1415555012345678',
  '+141555501234',
  'tel:+14155550123',
  '+14155550123\n',
  '+１４１５５５５０１２３',
];
for (const number of refused) {
  test(`refuses ${JSON.stringify(number)}`, () => assert.equal(isE164(number), false));
}

test('every number is judged as the package judges it', () => {
  const codes = getCountries().map((country) => getCountryCallingCode(country));
  const code = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...codes) }, { weight: 1, arbitrary: fc.nat(999).map(String) });
  // National prefixes are what may be stripped, so that their digits come often.
  const digit = fc.oneof(fc.constantFrom('0', '1', '8'), fc.nat(9).map(String));
  const number = fc.tuple(code, fc.array(digit, { minLength: 4, maxLength: 13 })).map(([begin, rest]) => `+${begin}${rest.join('')}`);
  fc.assert(
    fc.property(number, (text) => assert.equal(isE164(text), /^\+[1-9]\d{6,14}$/.test(text) && isPossiblePhoneNumber(text))),
    { numRuns: 3_000 },
  );
});
