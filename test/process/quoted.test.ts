import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { quoted } from '../../src/process/quoted.ts';
import { isoText } from '../../src/process/time.ts';
import { character } from '../support/character.ts';
import { runs } from '../support/properties.ts';

test('a text is quoted as JSON.stringify does, half surrogates and control characters included', () => {
  for (const text of [
    '',
    'plain',
    'grüß dich 🙂',
    '\ud83d',
    '\ude42',
    'a\n',
    '\n',
    '"',
    '\\',
    '\0',
    '\x1f',
    '\x7f',
    '\u2028',
    '\ud7ff\ue000\uffff',
  ])
    assert.equal(quoted(text), JSON.stringify(text));
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => assert.equal(quoted(text), JSON.stringify(text))),
    runs(500),
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (codes) => {
      const text = String.fromCharCode(...codes);
      assert.equal(quoted(text), JSON.stringify(text));
    }),
    runs(500),
  );
});

test('a time is written as toISOString does, also when the second changes and before 1970', () => {
  for (const ms of [0, 1, 999, 1_000, 999, -1, -1_000, -1_001, 1_764_000_000_123])
    assert.equal(isoText(new Date(ms)), new Date(ms).toISOString());
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (time) => assert.equal(isoText(time), time.toISOString())),
    runs(500),
  );
});
