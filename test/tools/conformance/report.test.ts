import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Finding, outcomeOf, type Result, type Verdict } from '../../../tools/conformance/check.ts';
import type { Exchange } from '../../../tools/conformance/exchange.ts';
import { causesOf } from '../../../tools/conformance/report/causes.ts';
import { reportText } from '../../../tools/conformance/report/report.ts';
import { ruleCounts, ruleResults } from '../../../tools/conformance/rules/results.ts';
import type { Run } from '../../../tools/conformance/run.ts';

/** What the reports make of results: failures with one cause, and the rules of the specification. */

test('failures with the same words but for ids are one cause, and different words are two', () => {
  const results = [
    failed('G1', 'The call call_01m5v9a8zxkq is gone.'),
    failed('H3', 'An endpoint too many.'),
    failed('I5', 'The call call_01m5v9a8zyyy is gone.'),
    failed('K1', 'The call call_01m5v9a8zyyy is gone.', 'It rang twice.'),
  ];
  assert.deepEqual(told(results), ['K1 G1 I5', 'H3'].sort(byPlace(results)));
});

test('a rule of every response follows from the check that met the same answer, and no check follows from such a rule', () => {
  const [met, other] = [exchange(1), exchange(2)];
  const check = failed('H1', { message: 'expected 200, got 500', exchange: met });
  assert.deepEqual(told([failed('B3', { message: 'not in the document (H1)', exchange: met }), check]), ['H1 B3']);
  assert.deepEqual(told([failed('B3', { message: 'not in the document (F1)', exchange: other }), check]), ['B3', 'H1']);
});

test('a rule has the worst result of the checks that look at it, and one at which none looked is skipped with the reason', () => {
  const rules = new Map(
    ruleResults([
      ...[failed('L14', 'five'), of('L25', 'pass'), of('L20', 'pass'), of('L21', 'pass')],
      ...[of('L12', 'skipped'), of('L3', 'pass'), of('L8', 'pass'), of('A3', 'pass')],
    ]).map((rule) => [rule.id, rule]),
  );
  const short = (id: string): unknown => [rules.get(id)?.verdict, rules.get(id)?.by, rules.get(id)?.reason];
  assert.deepEqual(short('V-SEND-05'), ['fail', ['L14'], null]);
  assert.deepEqual(short('V-SEND-01'), ['pass', ['L20', 'L21'], null]);
  assert.deepEqual(short('V-HEAD-04'), ['partly', ['L3', 'L25'], 'L6, O8 did not run']);
  assert.deepEqual(short('V-SEND-04'), ['skipped', ['L12'], 'L12 did not run']);
  assert.equal(rules.get('L-TOLERANCE-01')?.verdict, 'skipped');
  assert.match(rules.get('L-TOLERANCE-01')?.reason ?? '', /^receivers/);
  assert.deepEqual(ruleResults([of('W1', 'pass')]), []);
});

test('a run that could judge nothing does not say that the deployment conforms', () => {
  assert.equal(outcomeOf([of('K1', 'skipped'), of('L1', 'skipped')]), 'nothing judged');
  assert.equal(outcomeOf([of('K1', 'skipped'), of('L1', 'pass')]), 'conforms');
  assert.equal(outcomeOf([of('K1', 'skipped'), of('L1', 'warn')]), 'conforms');
  assert.equal(outcomeOf([of('K1', 'pass'), failed('L1', 'No.')]), 'fails');
  // What looks at the documents, or at the answers to other checks, passes where no other check could be run.
  const besides = [of('B1', 'pass'), of('N1', 'warn'), of('O1', 'pass')];
  assert.equal(outcomeOf([of('A1', 'pass'), of('I1', 'skipped'), ...besides]), 'nothing judged');
  assert.equal(outcomeOf([of('A1', 'pass'), of('I1', 'pass'), of('I2', 'skipped'), ...besides]), 'conforms');
  assert.equal(outcomeOf([of('I1', 'skipped'), failed('B1', 'No.')]), 'fails');
  assert.equal(outcomeOf([of('A1', 'pass'), of('A9', 'skipped'), ...besides]), 'conforms');
  assert.equal(outcomeOf([of('A9', 'skipped'), ...besides]), 'nothing judged');
  assert.equal(outcomeOf([of('B1', 'pass')]), 'conforms');
  const html = reportText('html', runOf([of('K1', 'skipped')]));
  assert.match(html, /<header class="unsure">\s*<h1>Nothing was judged<\/h1>/);
  assert.match(reportText('html', runOf([of('K1', 'pass')])), /<header class="good">\s*<h1>Conforms<\/h1>/);
  assert.match(
    reportText('terminal', runOf([of('K1', 'skipped')])),
    /1 skipped\. Nothing was judged: no check of the service could be run\.\n$/,
  );
  assert.match(reportText('terminal', runOf([of('K1', 'pass')])), /0 skipped\.\n$/);
});

test('a key that a service repeats in its answer is hidden, also cut, lengthened, in capitals and as Basic credentials', () => {
  const key = 'rp_test_c1_01m8c1j284ej983050w9q4g6ar_0hgppxfkrmm7rgasg4fy96snj8ee61w6agjrskvf65mtqz9rs1j9';
  const sent = [key, `${key}x`, key.slice(0, 20), key.slice(20), key.toUpperCase(), Buffer.from(`${key}:`).toString('base64')];
  const exchanges = sent.map((told, seq): Exchange => {
    const text = JSON.stringify({ error: { code: 'invalid_api_key', message: `There is no key ${told}.` } });
    const request = {
      method: 'GET',
      url: 'http://127.0.0.1:1/agents',
      path: '/agents',
      operationId: 'listAgents',
      headers: {},
      body: null,
    };
    const response = { status: 401, headers: {}, body: Buffer.from(text), json: JSON.parse(text), text };
    return { seq, at: new Date(0), ms: 1, check: 'F1', request, response };
  });
  const results = exchanges.map((each, index) => failed(`F${index + 1}`, { message: `The key ${index}`, exchange: each }));
  for (const kind of ['terminal', 'json', 'html', 'har'] as const) {
    const report = reportText(kind, { ...runOf(results), exchanges, keys: new Set([key]) });
    assert.match(report, /There is no key …/);
    for (const told of sent) assert.ok(!report.includes(told), `${kind} holds ${told}`);
  }
});

test('a finding that names its rules breaks only those, and leaves the others of its check to the other checks', () => {
  const broken = of('S1', 'fail', [{ kind: 'fail', message: 'two', exchange: null, rules: ['C-IDEM-01'] }]);
  const rules = new Map(ruleResults([broken, of('B3', 'pass'), of('K3', 'pass')]).map((rule) => [rule.id, rule]));
  assert.deepEqual([rules.get('C-IDEM-01')?.verdict, rules.get('C-IDEM-01')?.by], ['fail', ['S1']]);
  assert.deepEqual([rules.get('E-ENDCALL-02')?.verdict, rules.get('E-ENDCALL-02')?.reason], ['partly', 'S1 did not run to its end']);
});

test('one broken rule is one', () => {
  const broken = ruleResults([failed('A3', 'five')]).filter(({ verdict }) => verdict === 'fail');
  assert.match(ruleCounts(broken.slice(0, 1)), /, 1 is broken$/);
  assert.match(ruleCounts([]), /, 0 are broken$/);
});

test('every report tells one cause once, and the rules that it breaks', () => {
  const run = runOf([failed('L14', 'It is gone.'), failed('L20', 'It is gone.'), of('L25', 'pass')]);
  const terminal = reportText('terminal', run);
  assert.equal(terminal.match(/It is gone\./g)?.length, 1);
  assert.match(terminal, /The same stops L20\./);
  assert.match(
    terminal,
    /Rules of the specification: 0 of \d+ hold, \d+ were looked at by a part of .*, \d+ are broken: .*V-SEND-05 \(L14\)/,
  );
  const html = reportText('html', run);
  assert.equal(html.match(/It is gone\./g)?.length, 1);
  assert.match(html, /The same stops:[\s\S]*id="L20"/);
  assert.match(html, /V-SEND-05<\/td><td><span class="verdict fail">broken/);
  const junit = reportText('junit', run);
  assert.match(junit, /<testsuites tests="3" failures="2"/);
  assert.match(junit, /<failure message="The same as L14: It is gone\."\/>/);
  assert.match(junit, /<property name="V-SEND-05" value="fail L14"\/>/);
  const json = JSON.parse(reportText('json', run));
  assert.deepEqual(
    json.results.map(({ id, sameCauseAs }: { id: string; sameCauseAs: string | null }) => [id, sameCauseAs]),
    [
      ['L14', null],
      ['L20', 'L14'],
      ['L25', null],
    ],
  );
  assert.deepEqual(json.rules.find(({ id }: { id: string }) => id === 'V-SEND-05').by, ['L14']);
});

const told = (results: readonly Result[]): readonly string[] =>
  causesOf(results).map(({ failure, others }) => [failure, ...others].map(({ check }) => check.id).join(' '));

/** Orders what `told` returns by the place of the first failure. */
const byPlace =
  (results: readonly Result[]) =>
  (one: string, other: string): number =>
    place(results, one) - place(results, other);
const place = (results: readonly Result[], line: string): number => results.findIndex(({ check }) => check.id === line.split(' ')[0]);

const of = (id: string, verdict: Verdict, findings: readonly Finding[] = []): Result => ({
  check: { id, title: `The check ${id}`, rule: 'A rule.' },
  verdict,
  reason: null,
  findings,
  exchanges: 0,
  ms: 0,
});

const failed = (id: string, ...findings: readonly (string | Pick<Finding, 'message' | 'exchange'>)[]): Result =>
  of(
    id,
    'fail',
    findings.map((finding) => ({ kind: 'fail', ...(typeof finding === 'string' ? { message: finding, exchange: null } : finding) })),
  );

// No report of these tests shows the exchange itself.
const exchange = (seq: number): Exchange => ({ seq }) as Exchange;

const runOf = (results: readonly Result[]): Run => ({
  wanted: {
    target: {
      baseUrl: 'http://127.0.0.1:1',
      apiKey: null,
      secondTenantKey: null,
      scopedKeys: {},
      operator: null,
      simulatorUrl: null,
      receiver: null,
    },
    profile: 'full',
    seed: 1,
    only: [],
  },
  startedAt: new Date(0),
  ms: 1,
  pacing: 'none',
  results,
  keys: new Set(),
  tenants: [],
  clockMovedSeconds: 0,
  exchanges: [],
  deliveries: [],
  scenarios: null,
});
