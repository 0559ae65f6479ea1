import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readClaims } from './claims.ts';

/** What `npm run trace` believes, and what it does not. */

const read = (source: string) => {
  const { claims, complaints } = readClaims('x.test.ts', source);
  return { rules: claims.map(({ rule }) => rule), complaints: complaints.length };
};

const believed = {
  'a row': `row('A-B-01', 'name', () => assert.ok(1));`,
  'a row of a loop over a literal': `for (const rule of ['A-B-01']) row(rule, 'name', () => assert.ok(1));`,
  'a row of a loop over a constant': `const table = [{ rule: 'A-B-01' }];\nfor (const { rule } of table) row([rule], 'name', () => { assert.ok(1); });`,
  'a comment above a test': `// holds: A-B-01\ntest('name', () => assert.ok(1));`,
  'a comment above a loop of tests': `// holds: A-B-01\nfor (const x of y) {\n  test('name', () => assert.ok(x));\n}`,
  'a test that calls a helper of its file': `const check = () => assert.ok(1);\n// holds: A-B-01\ntest('name', () => check());`,
};

for (const [what, source] of Object.entries(believed)) {
  test(`believes ${what}`, () => assert.deepEqual(read(source), { rules: ['A-B-01'], complaints: 0 }));
}

const doubted = {
  'a comment above no test': `// holds: A-B-01\nconst x = 1;`,
  'a comment with a line between it and its test': `// holds: A-B-01\n\ntest('name', () => assert.ok(1));`,
  'a comment at the end of a file': `test('name', () => assert.ok(1));\n// holds: A-B-01`,
  'a test that is skipped': `// holds: A-B-01\ntest.skip('name', () => assert.ok(1));`,
  'a test that is skipped by its options': `// holds: A-B-01\ntest('name', { skip: true }, () => assert.ok(1));`,
  'a test that is still to do': `// holds: A-B-01\ntest.todo('name', () => assert.ok(1));`,
  'a test without a body': `// holds: A-B-01\ntest('name');`,
  'a test that asserts nothing': `// holds: A-B-01\ntest('name', () => {});`,
  'a row that asserts nothing': `row('A-B-01', 'name', () => {});`,
};

for (const [what, source] of Object.entries(doubted)) {
  test(`doubts ${what}`, () => assert.deepEqual(read(source), { rules: [], complaints: 1 }));
}

test('an id that no row is made of holds nothing', () => {
  assert.deepEqual(read(`const table = ['A-B-01'];\nrow('A-B-02', 'name', () => assert.ok(table));`), { rules: ['A-B-02'], complaints: 0 });
  assert.deepEqual(read(`for (const x of ['A-B-01']) row('A-B-02', x, () => assert.ok(1));`), { rules: ['A-B-02'], complaints: 0 });
});
