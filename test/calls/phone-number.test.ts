import assert from 'node:assert/strict';
import { test } from 'node:test';
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
