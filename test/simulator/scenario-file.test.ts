import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadFile } from '../../simulator/bad-file.ts';
import { readScenarioFile } from '../../simulator/scenario-file.ts';
import { control } from './control.ts';
import { callTo, manualSimulator, messagesTo, officialClient, wordOf } from './support.ts';
import { formsTo, officialTexts, statusesOf, statusUrl, textSimulator, textTo } from './text-support.ts';

const thinksItOver = `
scenarios:
  - name: thinks-it-over
    description: Thinks it over three times.
    outcome: CALLBACK
    steps:
      - {after: 500ms, state: ringing}
      - {after: 2s..6s, state: answered}
      - repeat: 3
        steps:
          - {after: 5s, assistant: Are you there?}
          - {after: 10s, caller: I am thinking.}
      - {after: 1s, state: ended, reason: assistant-ended-call}
      - {after: 2s, state: reported, callback: twice}
  - name: rings-or-not
    block: '950'
    steps:
      - {after: 1s, state: ringing, callback: never}
      - choose:
          - weight: 9
            steps: [{after: 3s, state: ended, reason: customer-busy}]
          - steps: [{after: 20s, state: ended, reason: customer-did-not-answer}]
      - {after: 1s, state: reported}
`;

test('a scenario of one’s own plays its steps: timed, repeated, told its own way', async (t) => {
  const simulator = await manualSimulator(t, { scenarioFile: thinksItOver });
  await officialClient(simulator).calls.create(callTo(simulator.scenarios.numberFor('thinks-it-over'), simulator));
  await simulator.runUntilIdle();
  const messages = messagesTo(simulator);
  assert.deepEqual(messages.map(wordOf), ['ringing', 'in-progress', 'ended', 'report', 'report']);
  const report = messages.at(-1);
  assert.equal(report?.endedReason, 'assistant-ended-call');
  assert.equal(report?.analysis?.structuredData?.['outcome'], 'CALLBACK');
  assert.equal(report?.artifact?.transcript, 'AI: Are you there?\nUser: I am thinking.\n'.repeat(3));
  assert.equal(Date.parse(report?.endedAt ?? '') - Date.parse(report?.startedAt ?? ''), 46_000);
});

test('weights choose by the seed', async (t) => {
  const simulator = await manualSimulator(t, { scenarioFile: thinksItOver });
  for (let n = 0; n < 30; n++) await officialClient(simulator).calls.create(callTo(`+1555950000${n % 10}`, simulator, `call_${n}`));
  await simulator.runUntilIdle();
  const busy = simulator.calls.all().filter(({ endedReason }) => endedReason === 'customer-busy').length;
  assert.ok(busy > 20 && busy < 30, `${busy} of 30`);
});

test('scenarios are added over HTTP, and those of the same name replaced', async (t) => {
  const simulator = await manualSimulator(t);
  for (const _ of [1, 2]) await control(simulator, 'POST', '/scenarios', thinksItOver, 201);
  const { scenarios } = (await control(simulator, 'GET', '/scenarios')) as { scenarios: { name: string; numbers: { first: string } }[] };
  assert.deepEqual(
    scenarios.slice(-2).map(({ name, numbers }) => [name, numbers.first]),
    [
      ['thinks-it-over', '+15559000000'],
      ['rings-or-not', '+15559500000'],
    ],
  );
  const taken = "scenarios: [{name: mine, block: '011', steps: [{state: ringing}]}]";
  const { error } = (await control(simulator, 'POST', '/scenarios', taken, 409)) as { error: { message: string } };
  assert.match(error.message, /block 011 of mine is that of busy/);
});

test('what is wrong with a file is told with line, column and a hint', async (t) => {
  const wrong = `scenarios:
  - name: Mine
    steps:
      - {after: soon, state: ringing}
      - {after: 1s, stat: answered}
      - {after: 1s, state: talking}
      - {repeat: 2}
`;
  assert.deepEqual(mistakesOf(wrong), [
    '2:11 name must match pattern "^[a-z][a-z0-9-]{0,62}$".',
    '4:17 after takes a length of time such as 500ms, 2s, 5m or 2s..6s.',
    '5:21 there is no stat here. Did you mean state?',
    '6:28 state takes ringing, answered, ended, reported.',
    '7:9 repeat goes with steps, which is missing.',
  ]);
  assert.match(mistakesOf('scenarios:\n  - name: "a\n')[0] ?? '', /^3:1 Missing closing "quote/);
  const backwards = 'scenarios:\n  - name: a\n    steps:\n      - {state: ended}\n      - {state: ringing}\n';
  assert.deepEqual(mistakesOf(backwards), ['4:7 a is ringing after it was ended. The order is ringing, answered, ended, reported.']);
  const impatient = 'scenarios: [{name: a, steps: [{repeat: 2, steps: [{after: 5s..2s, state: ringing}]}]}]';
  assert.deepEqual(mistakesOf(impatient), ['1:59 5s..2s ends before it begins. Write the shorter time first.']);
  for (const empty of ['', '{}', '[]', 'scenarios'])
    assert.deepEqual(mistakesOf(empty), ['1:1 The file has one of these at its top: scenarios, texts.']);
  const simulator = await manualSimulator(t);
  const { error } = (await control(simulator, 'POST', '/scenarios', wrong, 400)) as {
    error: { code: string; details: { mistakes: { line: number; column: number }[] } };
  };
  assert.equal(error.code, 'invalid_scenarios');
  assert.deepEqual([error.details.mistakes[2]?.line, error.details.mistakes[2]?.column], [5, 21]);
});

test('names that stand for nothing, for themselves or for too much are told as mistakes', () => {
  assert.deepEqual(mistakesOf('scenarios:\n  - {name: a, steps: *usual}\n'), [
    '2:22 *usual stands for nothing: there is no &usual before it.',
  ]);
  assert.deepEqual(mistakesOf('scenarios: &all\n  - {name: a, steps: *all}\n'), ['2:22 *all stands for what it is a part of.']);
  const many = [
    'a: &a [x, x, x, x, x, x, x, x]',
    ...['b', 'c', 'd', 'e'].map((name, index) => {
      const before = 'abcd'[index];
      return `${name}: &${name} [${Array(8).fill(`*${before}`).join(', ')}]`;
    }),
  ].join('\n');
  assert.deepEqual(mistakesOf(many), ['1:1 Its names (*…) stand for too much.']);
  assert.deepEqual(mistakesOf('scenarios:\n  - {name: a, steps: &usual [{state: ringing}]}\n  - {name: b, steps: *usual}\n'), []);
});

const texts = `
texts:
  - name: filtered-then-asks
    steps:
      - {after: 200ms, status: queued}
      - {after: 1s, status: sent, callback: twice}
      - {after: 4s, status: undelivered, code: 30007}
      - {after: 30s, reply: Who is this?}
  - name: one-of-two
    block: '951'
    callbacks: never
    steps:
      - {after: 1s, status: sent}
      - choose:
          - {weight: 9, steps: [{after: 3s, status: delivered}]}
          - {steps: [{after: 1s, status: failed, code: 30008}]}
  - {name: opted-out, answer: refused, code: 21610}
`;

test('a text of one’s own plays its steps: told its own way, failed with its own code, answered by its contact', async (t) => {
  const simulator = await textSimulator(t, { scenarioFile: texts });
  simulator.setTextInboundUrl(simulator.receiverUrl('inbound'));
  await officialTexts(simulator).messages.create(textTo(simulator.textScenarios.numberFor('filtered-then-asks'), simulator));
  await simulator.runUntilIdle();
  const forms = formsTo(simulator, 'status', statusUrl(simulator));
  assert.deepEqual(statusesOf(forms), ['queued', 'sent', 'sent', 'undelivered']);
  assert.equal(forms.at(-1)?.fields['ErrorCode'], '30007');
  assert.ok(forms.every(({ verified }) => verified));
  const [inbound] = formsTo(simulator, 'inbound');
  assert.equal(inbound?.fields['Body'], 'Who is this?');
  assert.equal(simulator.texts.all().find(({ direction }) => direction === 'outbound-api')?.ms, 5_200);
  await assert.rejects(officialTexts(simulator).messages.create(textTo(simulator.textScenarios.numberFor('opted-out'), simulator)), {
    code: 21610,
  });
});

test('texts of one’s own choose by the seed, and are listed with the others', async (t) => {
  const simulator = await textSimulator(t, { scenarioFile: texts });
  for (let n = 0; n < 30; n++) await officialTexts(simulator).messages.create(textTo(`+1556951000${n % 10}`, simulator, `msg_${n}`));
  await simulator.runUntilIdle();
  const delivered = simulator.texts.all().filter(({ status }) => status === 'delivered').length;
  assert.ok(delivered > 20 && delivered < 30, `${delivered} of 30`);
  assert.deepEqual(formsTo(simulator, 'status'), []);
  const added = (await control(simulator, 'POST', '/scenarios', texts, 201)) as {
    scenarios: unknown[];
    texts: { numbers: { first: string } }[];
  };
  assert.deepEqual(
    [added.scenarios, added.texts.map(({ numbers }) => numbers.first)],
    [[], ['+15569000000', '+15569510000', '+15569010000']],
  );
});

test('what is wrong with a text is told with line, column and a hint', () => {
  const wrong = `texts:
  - name: mine
    anser: refused
    steps:
      - {after: 1s, state: sent}
      - {after: 1s, status: lost}
      - {after: 1s, status: failed, code: 21610}
`;
  assert.deepEqual(mistakesOf(wrong), [
    '3:5 there is no anser here. Did you mean answer?',
    '5:21 there is no state here. Did you mean status?',
    '6:29 status takes queued, sent, delivered, undelivered, failed.',
    '7:43 code must be >= 30000.',
  ]);
  const backwards = 'texts:\n  - name: a\n    steps:\n      - {status: delivered}\n      - {status: sent}\n';
  assert.deepEqual(mistakesOf(backwards), [
    '4:7 a is sent after it was delivered. The order is queued, sent, delivered, undelivered or failed.',
  ]);
  assert.deepEqual(mistakesOf('texts:\n  - {name: a, answer: refused}\n  - {name: b}\n'), [
    '3:5 b has no step that says how it is. Begin with queued.',
    '2:5 a: answer: refused goes with a code such as 21610, and a code with it.',
  ]);
});

function mistakesOf(text: string): readonly string[] {
  try {
    readScenarioFile(text);
  } catch (error) {
    if (error instanceof BadFile) return error.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);
    throw error;
  }
  return [];
}

test('a file that is refused for one of its scenarios adds none', async (t) => {
  const simulator = await manualSimulator(t);
  const steps = 'steps: [{state: ringing}, {state: ended}]';
  await control(simulator, 'POST', '/scenarios', `scenarios: [{name: good, ${steps}}]\ntexts: [{name: bad, block: '001'}]\n`, 400);
  const taken = `scenarios: [{name: good, ${steps}}]\ntexts: [{name: bad, block: '001', steps: [{status: queued}]}]\n`;
  await control(simulator, 'POST', '/scenarios', taken, 409);
  assert.throws(() => simulator.scenarios.numberFor('good'), /There is no scenario good/);
  assert.throws(
    () => readScenarioFile(`scenarios:\n  - {name: twin, ${steps}}\n  - {name: twin, ${steps}}\n`),
    /line 3, column 12: twin is the name of another one above\./,
  );
});
