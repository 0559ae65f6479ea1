import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCondition } from '../../../../tools/conformance/workflow/conditions.ts';
import { criterionProblem } from '../../../../tools/conformance/workflow/criteria.ts';
import { filled, type Scope } from '../../../../tools/conformance/workflow/expressions.ts';

const scope: Scope = {
  inputs: { name: 'Dana', 'dotted.name': 1, nested: { 'a/b': ['x', 'y'] } },
  steps: { first: { id: 'call_1', body: { items: [{ id: 7 }] } } },
  url: 'http://127.0.0.1/calls?page=1',
  method: 'GET',
  statusCode: 200,
  request: { header: { accept: 'text/plain' }, query: { page: '1' }, path: { id: 'call_1' }, body: { asked: true } },
  response: { header: { 'retry-after': '30' }, body: { items: [{ id: 7, price: 9.5 }], none: null, status: 'Done' } },
};

const conditions: readonly (readonly [condition: string, holds: boolean])[] = [
  ['$statusCode == 200', true],
  ["$statusCode == '200'", true],
  ['$statusCode != 200', false],
  ["$response.body#/status == 'done'", true],
  ["$response.body#/status < 'e'", true],
  ['$response.body#/items/0/price >= 9.5', true],
  ['$response.body#/items/0/price > 9.5', false],
  ['$response.body.items[0].id == 7', true],
  ['$response.body#/none == null', true],
  ['$response.body#/none > 0', false],
  ['$response.body#/none != null', false],
  ['$response.body#/items/3 == null', true],
  ['$response.body#/items != null', true],
  ['$response.header.Retry-After <= 30', true],
  ["'it''s' == 'it''s'", true],
  ["$statusCode == 500 || $statusCode == 200 && $inputs.name == 'dana'", true],
  ["($statusCode == 500 || $statusCode == 200) && $inputs.name == 'Joe'", false],
  ['!($statusCode == 500)', true],
  ['!$request.body#/asked', false],
  ['$response.body#/missing', false],
  ['true', true],
  ['null', false],
];

for (const [condition, holds] of conditions)
  test(`the condition ${condition} ${holds ? 'holds' : 'does not hold'}`, () => {
    assert.equal(parseCondition(condition).holds(scope), holds);
  });

for (const condition of [
  '',
  '$statusCode ==',
  '$statusCode = 200',
  '($statusCode == 200',
  '$statusCode == 200 201',
  "'open",
  '== 1',
  'word',
])
  test(`the condition "${condition}" cannot be read`, () => {
    assert.throws(() => parseCondition(condition), /^Error: the condition `.*` is not played: /);
  });

test('expressions keep the type of their value, and become text inside of strings', () => {
  const value = {
    whole: '$steps.first.outputs.body',
    deep: ['$steps.first.outputs.body#/items/0/id', '$inputs.nested#/a~1b/1', '$inputs.dotted.name', 3],
    text: '{$method} {$steps.first.outputs.id} {$steps.first.outputs.body} {not} $5',
    request: '{$request.header.Accept} {$request.query.page} {$request.path.id} {$url}',
  };
  assert.deepEqual(filled(value, scope), {
    whole: { items: [{ id: 7 }] },
    deep: [7, 'y', 1, 3],
    text: 'GET call_1 {"items":[{"id":7}]} {not} $5',
    request: 'text/plain 1 call_1 http://127.0.0.1/calls?page=1',
  });
  assert.throws(() => filled('$steps.first.outputs.other', scope), /`\$steps\.first\.outputs\.other` has no value/);
});

test('a criterion says what it has found', () => {
  const problem = (type: 'simple' | 'regex' | 'jsonpath', condition: string, context?: string): string | null =>
    criterionProblem({ type, condition, ...(context !== undefined && { context }) }, scope);
  assert.equal(problem('simple', '$statusCode == 201'), '`$statusCode == 201` does not hold: `$statusCode` is 200');
  assert.equal(problem('regex', '^2\\d{2}$', '$statusCode'), null);
  assert.equal(
    problem('regex', '^{$inputs.name}$', '$response.body#/status'),
    '`^Dana$` finds nothing: `$response.body#/status` is "Done"',
  );
  assert.match(problem('regex', '(', '$statusCode') ?? '', /^`\(` cannot be evaluated: /);
  assert.equal(problem('jsonpath', '$.items[?@.id == 7]', '$response.body'), null);
  assert.match(problem('jsonpath', '$.items[?@.id == 8]', '$response.body') ?? '', /^`\$\.items\[\?@\.id == 8\]` finds nothing: /);
  assert.match(problem('jsonpath', '$.items[', '$response.body') ?? '', /cannot be evaluated/);
  assert.match(problem('jsonpath', '$', '$response.body#/none') ?? '', /has nothing to look at: `\$response\.body#\/none` is null/);
});
