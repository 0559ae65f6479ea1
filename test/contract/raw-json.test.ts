import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectText, rawJson } from '../../src/contract/raw-json.ts';

test('writes every kind of value as JSON.stringify does, in the order of the fields', () => {
  const fields = {
    text: 'she said "so",\n\u0001\u2028 \\ \ud83d\ude00 and half of one: \ud83d',
    empty: '',
    whole: -3,
    part: 0.1,
    yes: true,
    no: false,
    nothing: null,
    at: new Date('2026-11-21T18:00:00.123Z'),
  };
  assert.equal(objectText(fields), JSON.stringify(fields));
  assert.equal(objectText({}), '{}');
});

test('puts a stored piece in as it stands, and null where nothing is stored', () => {
  assert.equal(
    objectText({ variables: rawJson('{"2":1.0, "1":12345678901234567890}'), extraction: rawJson(null) }),
    '{"variables":{"2":1.0, "1":12345678901234567890},"extraction":null}',
  );
});
