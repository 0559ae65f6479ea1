import fc from 'fast-check';

/** What tends to break a reader: of text, numbers, keys, paths, queries and headers. */

export const oddStrings: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '\ufeff',
  '\u202e\u200b',
  '😀'.repeat(60),
  'é'.repeat(130),
  'a'.repeat(101),
  'a'.repeat(256),
  'a'.repeat(5_000),
  'x'.repeat(70_000),
  "' or 1=1 --",
  '"; drop table calls; --',
  '%00',
  '%',
  '../../../../etc/passwd',
  '{{name}}',
  '{{constructor.prototype}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e400',
  '9223372036854775808',
  'infinity',
  '-infinity',
  'epoch',
  'now',
  '0000-00-00T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
  '1969-12-31T23:59:59.999Z',
  '+',
  '+1',
  '+14155550123',
  '+999999999999999',
  '＋１４１５５５５０１２３',
  'tel:+14155550123;ext=5',
  'http://',
  'https://[::1',
  'https://[::ffff:7f00:1]:0/',
  'https://a:b@crm.example.org/',
  'https://192.0.2.1:65536/',
  'HTTPS://ＣＲＭ.example/%ff',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'https://crm.example.org/\r\nX-Injected: 1',
  'ten_01',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '\\',
  '$1',
  '?',
  '(a+)+$',
];

const oddNumbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  1e-7,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
];

export const oddKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '\0',
  '\ud800',
  '0',
  'id',
  '$ref',
  'a/b~0',
];

/** Any JSON, and what only looks like it. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...oddStrings) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...oddNumbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: null }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_200 }).map(nested) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3_000 }).map((length) => Array<number>(length).fill(0)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 500 }).map(manyKeys) },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function manyKeys(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, nth]));
}

/** What JSON.parse or a reader of bytes meets and no value can say: put into the text at some place of it. */
export const oddTokens: readonly string[] = [
  '1e400',
  '-1E+999',
  '9'.repeat(400),
  '0.'.padEnd(400, '1'),
  '"\\ud800"',
  '"\\u0000"',
  '"\0"',
  '01',
  'undefined',
  'NaN',
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '['.repeat(2_000),
  '/* */1',
  "'a'",
  '',
];
