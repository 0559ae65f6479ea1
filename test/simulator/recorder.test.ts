import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { VapiClient } from '@vapi-ai/server-sdk';
import { otherWords } from '../../simulator/other-words.ts';
import { type Recorder, type RecorderOptions, startRecorder } from '../../simulator/recorder.ts';
import { newRecording } from '../../simulator/recording.ts';
import { readScenarioFile, scenarioFilesOf } from '../../simulator/scenario-file.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import { ask } from './ask.ts';
import { callTo, manualSimulator, messagesTo, officialClient, today, wordOf } from './support.ts';

/** The recorder between a service, whose part a receiver plays, and a simulator in the place of the provider. */

async function recorderFor(t: TestContext, options: Pick<RecorderOptions, 'provider'> & Partial<RecorderOptions>): Promise<Recorder> {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-recorded-'));
  const alone = { host: '127.0.0.1', port: 0, allowedHosts: [], publicUrl: null, now: () => new Date(0), written() {} };
  const recorder = await startRecorder({ ...alone, folder, ...options });
  t.after(async () => {
    await recorder.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return recorder;
}

test('a call through the recorder reaches its service unchanged, and leaves a scenario that plays it again', async (t) => {
  const simulator = await manualSimulator(t);
  let now = today.getTime();
  const files: string[] = [];
  const recorder = await recorderFor(t, {
    provider: simulator.vapiUrl,
    now: () => new Date(now),
    written: (file) => void files.push(file),
  });
  const client = new VapiClient({ token: 'simulated', baseUrl: `${recorder.url}/vapi` });
  const asked = callTo(numberFor('answered-interested'), simulator);
  await client.calls.create(asked);
  while (simulator.calls.all()[0]?.reported !== true) {
    now += 1_000;
    await simulator.advance(1_000);
  }

  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing', 'in-progress', 'ended', 'report']);
  assert.deepEqual([...new Set(files)].length, 1);
  const text = readFileSync(files[0] ?? '', 'utf8');
  const [{ outcome, steps, callbacks } = assert.fail('no scenario was written')] = readScenarioFile(text).scenarios;
  assert.deepEqual([outcome, callbacks], ['INTERESTED', 'once']);
  const told = steps.filter(({ state }) => state !== null);
  assert.deepEqual(
    told.map(({ state, reason }) => [state, reason]),
    [
      ['ringing', null],
      ['answered', null],
      ['ended', 'customer-ended-call'],
      ['reported', null],
    ],
  );
  assert.ok(
    told.every(({ afterMs: [from] }) => from > 0),
    text,
  );
  for (const private_ of [asked.name, asked.customer.number, 'interested', 'offer'])
    assert.ok(!text.replace('INTERESTED', '').includes(private_), text);
});

test('the recorder answers to its own names alone, and not to a page of another origin', async (t) => {
  const simulator = await manualSimulator(t);
  const names = { allowedHosts: ['recorder'], publicUrl: 'https://recordings.example.org/at' };
  const recorder = await recorderFor(t, { provider: simulator.vapiUrl, ...names });
  const placed = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const sent = { authorization: 'Bearer simulated', 'content-type': 'application/json', ...headers };
    const { status } = await ask(recorder, 'POST', '/vapi/call', sent, JSON.stringify(callTo(numberFor('answered-interested'), simulator)));
    return status;
  };
  for (const host of ['127.0.0.1:1', 'localhost', 'recorder:8095', 'recordings.example.org'])
    assert.equal(await placed({ host }), 201, host);
  assert.equal(await placed({ host: 'rebound.example.org' }), 403);
  assert.equal(await placed({ origin: 'https://page.example.org' }), 403);
  assert.equal(simulator.calls.all().length, 4);
});

test('a recorder that cannot write says so, and goes on passing', async (t) => {
  const simulator = await manualSimulator(t);
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-recorded-'));
  const recorder = await recorderFor(t, { provider: simulator.vapiUrl, folder });
  rmSync(folder, { recursive: true });
  const said = t.mock.method(console, 'error', () => {}).mock;
  const { calls } = new VapiClient({ token: 'simulated', baseUrl: `${recorder.url}/vapi` });
  for (const name of ['call_1', 'call_2']) {
    await calls.create(callTo(numberFor('busy'), simulator, name));
    await simulator.runUntilIdle();
  }
  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing', 'ended', 'report', 'ringing', 'ended', 'report']);
  assert.deepEqual(
    said.calls.map(({ arguments: [line] }) => /^Not written: .*\.yaml: ENOENT/.test(line)),
    [true, true],
  );
});

/** Stands in the place of the provider: answers with the status that the call's name is, and never if that is 0. */
async function provider(t: TestContext) {
  const callbacks: string[] = [];
  const server = createServer((message, response) => {
    let text = '';
    message.on('data', (chunk) => (text += chunk));
    message.on('end', () => {
      const { name, assistantOverrides } = JSON.parse(text);
      callbacks.push(assistantOverrides.server.url);
      if (name === '0') message.socket.destroy();
      else response.writeHead(Number(name)).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { callbacks, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('requests that the provider refuses or leaves without an answer push out no call that it took', async (t) => {
  const { callbacks, url } = await provider(t);
  const simulator = await manualSimulator(t);
  const recorder = await recorderFor(t, { provider: url });
  const place = (name: string) =>
    ask(recorder, 'POST', '/vapi/call', {}, JSON.stringify(callTo(numberFor('busy'), simulator, name))).then(({ status }) => status);
  const told = async (callback: string | undefined) => (await ask(recorder, 'POST', new URL(callback ?? '').pathname, {}, '{}')).status;
  assert.equal(await place('201'), 201);
  const [taken] = callbacks;
  for (let nth = 0; nth < 1_001; nth += 1) await place(nth % 2 === 0 ? '401' : '0');
  assert.equal(await told(taken), 200);
  // Without an answer nobody knows: such a call may have been dialled.
  assert.equal(await place('500'), 500);
  assert.equal(await told(callbacks.at(-1)), 200);
  assert.equal(await told(callbacks.at(-2)), 404);
});

test('callbacks that come twice, or the last one first, make a scenario in which they do', () => {
  const status = (word: string) => ({ message: { type: 'status-update', status: word, call: { id: 'p1' } } });
  const report = { message: { type: 'end-of-call-report', endedReason: 'customer-busy', call: { id: 'p1' } } };
  const callbacksOf = (bodies: readonly object[]): string | undefined => {
    const recording = newRecording(new Date(0));
    const written = bodies.map((body, index) => recording.take(body, new Date(index * 1_000)));
    return readScenarioFile(written.at(-1)?.text ?? '').scenarios[0]?.callbacks;
  };
  const once = [status('ringing'), status('ended'), report];
  assert.equal(callbacksOf(once), 'once');
  assert.equal(callbacksOf(once.flatMap((each) => [each, each])), 'twice');
  assert.equal(callbacksOf(once.toReversed()), 'backwards');
});

test('an outcome or a reason that has not the form of a code is not written: it may name somebody', () => {
  const written = (outcome: string, endedReason: string): string => {
    const report = { type: 'end-of-call-report', endedReason, analysis: { structuredData: { outcome } } };
    const recording = newRecording(new Date(0));
    recording.take({ message: { type: 'status-update', status: 'ended' } }, new Date(1_000));
    return recording.take({ message: report }, new Date(2_000))?.text ?? '';
  };
  const coded = written('NOT_OWNER', 'call.in-progress.error-providerfault-outbound-sip-503-service-unavailable');
  assert.match(coded, /outcome: "NOT_OWNER"/);
  assert.match(coded, /reason: "call\.in-progress\.error-providerfault-outbound-sip-503-service-unavailable"/);
  for (const private_ of ['Dana Miller wants an offer', 'Dana', '+14155550123', 'CALL_14155550123', 'call-4155550123']) {
    const text = written(private_, private_);
    assert.ok(!text.includes(private_), text);
    assert.match(text, /outcome: "UNKNOWN"[\s\S]*reason: "UNKNOWN"/);
  }
});

test('a callback that came late makes no call longer than it was', () => {
  const recording = newRecording(new Date(0));
  const status = (word: string) => ({ message: { type: 'status-update', status: word } });
  recording.take(status('in-progress'), new Date(3_000));
  recording.take(status('ended'), new Date(20_000));
  recording.take(status('ringing'), new Date(30_000));
  const written = recording.take({ message: { type: 'end-of-call-report' } }, new Date(31_000));
  const steps = readScenarioFile(written?.text ?? '').scenarios[0]?.steps.filter(({ state }) => state !== null) ?? [];
  assert.equal(
    steps.reduce((sum, { afterMs: [from] }) => sum + from, 0),
    31_000,
  );
});

/** The scenario that the messages of a call make, a second after each other. */
const scenarioOf = (messages: readonly object[]) => {
  const recording = newRecording(new Date(0));
  const written = messages.map((message, index) => recording.take({ message }, new Date((index + 1) * 1_000)));
  const [{ steps, callbacks } = assert.fail('no scenario was written')] = readScenarioFile(written.at(-1)?.text ?? '').scenarios;
  let ms = 0;
  const told = steps.map(({ state, afterMs: [from], callback }) => {
    ms += from;
    return [ms, state, callback] as const;
  });
  return { callbacks, told: told.filter(([, state]) => state !== null) };
};
const status = (word: string) => ({ type: 'status-update', status: word });

test('a call whose callbacks were lost keeps its fate: the report tells that it was answered and ended, and when', () => {
  const times = { startedAt: '1970-01-01T00:00:00.400Z', endedAt: '1970-01-01T00:00:01.900Z' };
  const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call', artifact: { transcript: 'AI: Hello.' } };
  const never = [[400, 'answered', 'never'] as const, [1_900, 'ended', 'never'] as const];
  assert.deepEqual(scenarioOf([{ ...report, ...times }]).told.slice(0, 1), [[400, 'answered', 'never']]);
  assert.deepEqual(scenarioOf([status('ringing'), { ...report, ...times }]).told, [
    [400, 'ringing', null],
    ...never,
    [2_000, 'reported', null],
  ]);
  // A report without times tells that much all the same.
  assert.deepEqual(scenarioOf([status('ringing'), report]).told, [
    [1_000, 'ringing', null],
    [1_000, 'answered', 'never'],
    [2_000, 'ended', 'never'],
    [2_000, 'reported', null],
  ]);
  const unanswered = { type: 'end-of-call-report', endedReason: 'customer-did-not-answer', artifact: { transcript: '' } };
  assert.deepEqual(
    scenarioOf([status('ringing'), unanswered]).told.map(([, state]) => state),
    ['ringing', 'ended', 'reported'],
  );
});

test('a report that overtakes the end, and a callback that comes twice, leave the others as they came', () => {
  const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call', endedAt: '1970-01-01T00:00:02.500Z' };
  const [ringing, answered, ended] = ['ringing', 'in-progress', 'ended'].map(status) as [object, object, object];
  assert.deepEqual(scenarioOf([ringing, answered, report, ended]), {
    callbacks: 'once',
    told: [
      [1_000, 'ringing', null],
      [2_000, 'answered', null],
      [2_500, 'ended', null],
      [3_000, 'reported', null],
    ],
  });
  const twice = scenarioOf([ringing, answered, ended, ended, report]);
  assert.equal(twice.callbacks, 'once');
  assert.deepEqual(
    twice.told.map(([, , callback]) => callback),
    [null, null, 'twice', null],
  );
});

test('a call of half an hour is played again from its recording', () => {
  const transcript = Array.from({ length: 700 }, (_, nth) => `${nth % 2 === 0 ? 'AI' : 'User'}: Line ${nth}.`).join('\n');
  const recording = newRecording(new Date(0));
  const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call', artifact: { transcript } };
  const written = recording.take({ message: report }, new Date(1_800_000));
  assert.equal(readScenarioFile(written?.text ?? '').scenarios[0]?.steps.filter(({ lines }) => lines.length > 0).length, 700);
});

test('a turn that is longer than a step may be is played again in several', () => {
  const said = `${'I do not know. '.repeat(2_700)}${'\u{1f600}'.repeat(20_000)}`;
  const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call', artifact: { transcript: `User: ${said}` } };
  const written = newRecording(new Date(0)).take({ message: report }, new Date(1_000));
  const lines = readScenarioFile(written?.text ?? '').scenarios[0]?.steps.flatMap((step) => step.lines) ?? [];
  assert.deepEqual([...new Set(lines.map(({ speaker }) => speaker))], ['User']);
  assert.equal(lines.map(({ text }) => text).join(''), otherWords(said));
});

test('a recording keeps every line of a turn, whatever ends it, and is about as long as what was said', () => {
  const linesOf = (transcript: string): readonly { readonly speaker: string; readonly text: string }[] => {
    const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call', artifact: { transcript } };
    const written = newRecording(new Date(0)).take({ message: report }, new Date(1_000));
    return readScenarioFile(written?.text ?? '').scenarios[0]?.steps.flatMap(({ lines }) => lines) ?? [];
  };
  const shapes = linesOf('AI: Good day.\nAre you Dana?\n\nUser: Yes\u2028I am.\r\nAI: Fine.\n').map(({ speaker, text }) => [
    speaker,
    text.replaceAll(/\p{L}+/gu, 'w'),
  ]);
  assert.deepEqual(shapes, [
    ['AI', 'w w.\nw w w?\n'],
    ['User', 'w\u2028w w.\r'],
    ['AI', 'w.'],
  ]);
  for (const said of [
    'I do not know. '.repeat(200),
    'Donaudampfschifffahrtsgesellschaft oh! '.repeat(200),
    '\u6211\u4e0d\u77e5\u9053 '.repeat(200),
  ]) {
    const [{ text } = assert.fail('no line')] = linesOf(`User: ${said}`);
    assert.ok(Math.abs(text.length - said.length) <= 30, `${text.length} for ${said.length}`);
  }
});

test('a recording has every line too where the transcript names its speakers otherwise, or is not kept', () => {
  const messages = [
    { role: 'system', message: 'You are Ava.' },
    { role: 'bot', message: 'Good day.\nAre you Dana?' },
    { role: 'user', message: 'Yes.\n\nAI: Mine.' },
    { role: 'constructor', message: 'Nobody.' },
    { role: 'tool_calls', toolCalls: [] },
    { role: 'assistant', message: 'Fine.' },
  ];
  for (const transcript of [{ transcript: 'Ava: Good day.\nAre you Dana?\nUser: Yes.\nAva: Fine.\n' }, {}]) {
    const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call', artifact: { ...transcript, messages } };
    const written = newRecording(new Date(0)).take({ message: report }, new Date(1_000));
    const lines = readScenarioFile(written?.text ?? '').scenarios[0]?.steps.flatMap((step) => step.lines) ?? [];
    assert.deepEqual(
      lines.map(({ speaker, text }) => [speaker, text.replaceAll(/\p{L}+/gu, 'w')]),
      [
        ['AI', 'w w.\nw w w?'],
        ['User', 'w. w: w.'],
        ['AI', 'w.'],
      ],
    );
  }
});

test('calls of one minute leave a file each, although their ids begin with the same digits', () => {
  const nameOf = (id: string): string | undefined =>
    newRecording(new Date(0)).take({ message: { type: 'end-of-call-report', call: { id } } }, new Date(1_000))?.name;
  // Ids of the provider are UUIDs whose first digits are the time.
  assert.notEqual(nameOf('019b8399-6188-7c3e-9d5a-4b8f0e2a7c61'), nameOf('019b8399-9c02-7d31-b0a4-5d2f10c9be77'));
});

test('a call whose analysis found nothing is played again as one, and not with an outcome that is made up', async (t) => {
  const recording = newRecording(new Date(0));
  recording.take({ message: { type: 'status-update', status: 'in-progress' } }, new Date(3_000));
  recording.take({ message: { type: 'status-update', status: 'ended' } }, new Date(20_000));
  const artifact = { transcript: 'AI: Hello.\nUser: Yes?\nAI: Goodbye.' };
  const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call', artifact, call: { id: 'p1' } };
  const written = recording.take({ message: report }, new Date(21_000));
  const simulator = await manualSimulator(t);
  const [scenario] = scenarioFilesOf(simulator.scenarios, simulator.textScenarios).add(written?.text ?? '').scenarios;
  const number = simulator.scenarios.numberFor(scenario?.name ?? assert.fail());
  await officialClient(simulator).calls.create(callTo(number, simulator));
  await simulator.runUntilIdle();
  const [analysis] = messagesTo(simulator).flatMap((message) => (message.type === 'end-of-call-report' ? [message.analysis] : []));
  assert.ok(analysis);
  assert.equal(analysis.structuredData, undefined);
});
