import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { checks } from '../../../tools/conformance/checks.ts';
import { effectRules } from '../../../tools/conformance/model/effect-rules.ts';
import { responseRules } from '../../../tools/conformance/responses/judge.ts';
import { coverageText, idsIn, ruleCoverage } from '../../../tools/conformance/rules/coverage.ts';
import { looks, unseen } from '../../../tools/conformance/rules/looks.ts';

const namedIn = (check: string): readonly string[] => Object.values(looks[check] ?? {}).flatMap(idsIn);

test('every check names the rules that it looks at, and no other name is in the table', () => {
  const all = [...checks, ...responseRules, ...effectRules].map(({ id }) => id);
  assert.deepEqual(
    all.filter((id) => namedIn(id).length === 0),
    [],
  );
  assert.deepEqual(
    Object.keys(looks).filter((id) => !all.includes(id)),
    [],
  );
});

test('every name is that of a rule', () => {
  const rules = new Set(ruleCoverage().map(({ id }) => id));
  const source = readFileSync(new URL('../../specification/rules.yaml', import.meta.url), 'utf8');
  assert.deepEqual([...rules], Object.values<object>(parse(source)).flatMap(Object.keys));
  assert.deepEqual(
    [...Object.keys(looks).flatMap(namedIn), ...Object.keys(unseen)].filter((id) => !rules.has(id)),
    [],
  );
});

test('every rule is looked at by a check, or the table says why it is not', () => {
  for (const { id, by, unseen: reason } of ruleCoverage())
    assert.equal(Object.values(by).flat().length === 0, reason !== null, `${id}: ${JSON.stringify(by)}, ${reason}`);
});

test('the text shows for each rule what is said, done and valued', () => {
  const text = coverageText();
  assert.match(text, /V-SEND-05 +Six attempts, then failed\.\n +said: – {2}done: L14 L25 {2}values: –/);
  assert.match(text, /L-TOLERANCE-01 .*\n +not looked at: receivers/);
  assert.match(text, /The checks look at \d+ of \d+ rules: said of \d+, done of \d+, values of \d+\.\n$/);
});
