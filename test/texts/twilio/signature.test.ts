import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import twilio from 'twilio';
import { addressesOf, signatureHolds } from '../../../src/texts/twilio/signature.ts';

const token = '12345';
const address = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const parameters = 'Digits=1234&To=%2B18005551212&From=%2B14158675310&Caller=%2B14158675310&CallSid=CA1234567890ABCDE';
const signature = 'GvWf1cFY/Q7PnoempGyD5oXAezc=';

const holds = (form: string, { by = token, at = address, as = signature } = {}): boolean =>
  signatureHolds([by], as, [at], new URLSearchParams(form));

/** As the official library signs: the parameters as Express would have parsed them. */
function officially(by: string, at: string, form: URLSearchParams): string {
  const parsed = Object.fromEntries([...new Set(form.keys())].map((name) => [name, values(form.getAll(name))]));
  return twilio.getExpectedTwilioSignature(by, at, parsed);
}
const values = (all: string[]): string | string[] => (all.length === 1 ? (all[0] ?? '') : all);

test('the published example holds, whatever the order of its parameters', () => {
  assert.ok(holds(parameters));
  assert.ok(holds(parameters.split('&').reverse().join('&')));
});

test('another token, address, value, parameter or signature does not hold', () => {
  assert.ok(!holds(parameters, { by: '12346' }));
  assert.ok(!holds(parameters, { at: address.replace('bar=2', 'bar=3') }));
  assert.ok(!holds(parameters, { at: 'https://mycompany.com/myapp.php' }));
  assert.ok(!holds(parameters.replace('1234', '1235')));
  assert.ok(!holds(`${parameters}&Unknown=`));
  assert.ok(!holds(parameters.replace('Digits=1234&', '')));
  for (const as of ['', 'GvWf1cFY/Q7PnoempGyD5oXAezc', signature.toLowerCase(), `${signature} `]) assert.ok(!holds(parameters, { as }));
});

const forms: Readonly<Record<string, string>> = {
  'no parameters': '',
  'a parameter that nobody knows': 'MessageSid=SM1&Unheard=of',
  'an empty value': 'MessageSid=SM1&Body=',
  'a plus sign, and spaces in both spellings': 'From=%2B14155550123&Body=a+b%20c%2B',
  'a repeated parameter, with a value twice': 'Media=b&Media=a&Media=b&MessageSid=SM1',
  'characters beyond ASCII': 'Body=%F0%9F%91%8B+gr%C3%BC%C3%9Fe%0A&FromCity=%E6%9D%B1%E4%BA%AC',
  'names that sort by code unit': 'a=1&B=2&_=3&A1=4&A=5',
};
for (const [name, form] of Object.entries(forms)) {
  test(`what the official library signs holds: ${name}`, () => {
    assert.ok(holds(form, { as: officially(token, address, new URLSearchParams(form)) }));
  });
}

test('any form that the official library signs holds', () => {
  // Not its `__proto__`: an Express body cannot carry that name either.
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text !== '__proto__');
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' })), { maxLength: 8 }), (pairs) => {
      const form = new URLSearchParams(new URLSearchParams(pairs).toString());
      return signatureHolds([token], officially(token, address, form), [address], form);
    }),
  );
});

test('many parameters are gone through once, and not once for each name', () => {
  const form = new URLSearchParams(Array.from({ length: 100 }, (_, index): [string, string] => [`name${index}`, `value${index}`]));
  let passes = 0;
  const counted: URLSearchParams = new Proxy(form, {
    get(target, key) {
      passes += 1;
      const member: unknown = Reflect.get(target, key);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  assert.ok(signatureHolds([token, 'another'], officially(token, address, form), [address], counted));
  assert.equal(passes, 1);
});

test('the address may have been written with its port or without, and with the fragment that we gave or without', () => {
  const as = (publicUrl: string) => addressesOf(publicUrl, '/callbacks/sms/twilio?message=msg_1', 'rc=5');
  assert.deepEqual(as('https://ringpost.test'), [
    'https://ringpost.test/callbacks/sms/twilio?message=msg_1',
    'https://ringpost.test/callbacks/sms/twilio?message=msg_1#rc=5',
    'https://ringpost.test:443/callbacks/sms/twilio?message=msg_1',
    'https://ringpost.test:443/callbacks/sms/twilio?message=msg_1#rc=5',
  ]);
  assert.ok(as('http://ringpost.test').includes('http://ringpost.test:80/callbacks/sms/twilio?message=msg_1'));
  assert.ok(as('https://ringpost.test:8443').includes('https://ringpost.test:8443/callbacks/sms/twilio?message=msg_1'));
  assert.ok(as('https://ringpost.test:8443').includes('https://ringpost.test/callbacks/sms/twilio?message=msg_1'));
  assert.ok(as('http://[::1]:8080/base').includes('http://[::1]/base/callbacks/sms/twilio?message=msg_1'));
});
