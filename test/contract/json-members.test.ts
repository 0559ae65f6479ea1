import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { memberOf, membersOf, repeatsName } from '../../src/contract/json-members.ts';

test('keeps the order of keys and the form of numbers', () => {
  const text = '{"metadata": {"b": 1.0, "2": 12345678901234567890, "1": -0, "a": [1e2, 0.10]}}';
  assert.equal(memberOf(text, 'metadata'), '{"b":1.0,"2":12345678901234567890,"1":-0,"a":[1e2,0.10]}');
});

test('drops space outside strings and keeps it inside', () => {
  assert.equal(memberOf(' {\n"a" :\t[ 1 , " x \\n, } ] " ,\r\n{ } ] } ', 'a'), '[1," x \\n, } ] ",{}]');
});

test('spells escaped text the short way', () => {
  assert.equal(memberOf('{"a":{"\\u00e9\\/":"\\u0041\\"\\\\"}}', 'a'), '{"é/":"A\\"\\\\"}');
});

test('ends a string at the first quote that no backslash escapes', () => {
  const text = '{"a":"\\\\","b":"\\\\\\"","c":"","\\"\\\\":"\\"}"}';
  assert.deepEqual(Object.fromEntries(membersOf(text)), { a: '"\\\\"', b: '"\\\\\\""', c: '""', '"\\': '"\\"}"' });
});

test('finds a name however it is spelled, and the last of two', () => {
  assert.equal(memberOf('{"vari\\u0061bles":{"x":1}}', 'variables'), '{"x":1}');
  assert.equal(memberOf('{"a":1,"b":2,"a":{"c":3}}', 'a'), '{"c":3}');
});

test('keeps members named __proto__ and constructor', () => {
  assert.equal(memberOf('{"a":{"__proto__":{"x":1},"constructor":2}}', 'a'), '{"__proto__":{"x":1},"constructor":2}');
});

test('does not look inside other members for a name', () => {
  assert.equal(memberOf('{"b":{"a":1},"c":"\\"a\\":2"}', 'a'), undefined);
  assert.deepEqual(membersOf('{}'), []);
  assert.deepEqual(membersOf('[1]'), []);
});

test('reads deep nesting and long strings without running out of stack', () => {
  const deep = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)},"b":"${'x'.repeat(4_000_000)}"}`;
  assert.equal(memberOf(deep, 'a')?.length, 400_000);
  assert.equal(memberOf(deep, 'b')?.length, 4_000_002);
});

test('means what JSON.parse means, whatever the document and its spacing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), (object, indent) => {
      const members = membersOf(JSON.stringify(object, null, indent));
      assert.deepEqual(
        JSON.parse(`{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
        JSON.parse(JSON.stringify(object)),
      );
      for (const [, value] of members) assert.equal(value, JSON.stringify(JSON.parse(value)));
    }),
  );
});

test('finds a name that an object has twice in any document, and in none that has not', () => {
  const document = fc.json({ maxDepth: 5 });
  fc.assert(
    fc.property(document, document, fc.string(), (text, other, name) => {
      const member = `${JSON.stringify(name)}: ${text}`;
      assert.equal(repeatsName(text, JSON.parse(text)), false);
      for (const [whole, repeats] of [
        [`[{${member}}, {${member}}, ${other}]`, false],
        [`[${other}, {${member} ,\n${member}}]`, true],
      ] as const)
        assert.equal(repeatsName(whole, JSON.parse(whole)), repeats, whole);
    }),
  );
});
