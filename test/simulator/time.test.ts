import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { listenFor } from '../support/api.ts';
import { simulatorFor } from '../support/simulator.ts';
import { control } from './control.ts';
import { callTo, manualSimulator, messagesTo, officialClient, today, wordOf } from './support.ts';

test('time is frozen, moved by hand and let run again, over HTTP', async (t) => {
  const simulator = await simulatorFor(t, { speed: 1 });
  const { time } = (await control(simulator, 'POST', '/time/freeze')) as { time: Record<string, unknown> };
  assert.deepEqual([time['pace'], time['speed'], time['service']], ['frozen', null, null]);
  await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator));
  await control(simulator, 'POST', '/time/advance', { seconds: 1 });
  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing']);
  await control(simulator, 'POST', '/time/run', { speed: 100_000 });
  await simulator.runUntilIdle();
  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing', 'ended', 'report']);
  assert.equal(((await control(simulator, 'GET', '/time')) as { time: { speed: number } }).time.speed, 100_000);
});

test('time that runs is not moved by hand, except until nothing waits', async (t) => {
  const simulator = await simulatorFor(t, { speed: 1 });
  assert.deepEqual(await control(simulator, 'POST', '/time/advance', { seconds: 1 }, 409), {
    error: { code: 'not_frozen', message: 'Time passes by itself. Freeze it first (the speed "manual") to move it by hand.' },
  });
  await officialClient(simulator).calls.create(callTo(numberFor('no-answer'), simulator));
  const { passed, time } = (await control(simulator, 'POST', '/time/run-until-idle')) as {
    passed: { seconds: number; stoppedBy: string };
    time: { pace: string; speed: number };
  };
  assert.ok(passed.seconds > 18 && passed.seconds < 40, `${passed.seconds}`);
  assert.deepEqual([passed.stoppedBy, time.pace, time.speed], ['idle', 'running', 1]);
  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing', 'ended', 'report']);
});

test('what goes on for ever is followed only so far', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator).calls.create(callTo(numberFor('talks-until-limit'), simulator));
  const { passed } = (await control(simulator, 'POST', '/time/run-until-idle', { maxSeconds: 60 })) as { passed: unknown };
  assert.deepEqual(passed, { seconds: 60, steps: 2, stoppedBy: 'limit' });
  assert.equal(simulator.calls.all()[0]?.status, 'in-progress');
});

test('a time that makes no sense is refused with the name of what is wrong', async (t) => {
  const simulator = await manualSimulator(t);
  for (const [path, body, says] of [
    ['/time/run', { speed: 0 }, /speed must be > 0/],
    ['/time/run', {}, /speed/],
    ['/time/advance', { seconds: 'soon' }, /seconds must be number/],
    ['/time/run-until-idle', { maxSecond: 1 }, /maxSecond/],
  ] as const) {
    const { error } = (await control(simulator, 'POST', path, body, 400)) as { error: { code: string; message: string } };
    assert.equal(error.code, 'invalid_request');
    assert.match(error.message, says);
  }
});

test('a service that is not there is named', async (t) => {
  const simulator = await manualSimulator(t);
  const nobody = { operatorUrl: 'http://127.0.0.1:9', operatorToken: 'x' };
  const { error } = (await control(simulator, 'PUT', '/time/service', nobody, 502)) as { error: { code: string; message: string } };
  assert.equal(error.code, 'service_unreachable');
  assert.match(error.message, /127\.0\.0\.1:9 did not answer/);
});

test('steps come in the order of their time, and those of the same time as they were set up', async (t) => {
  const simulator = await manualSimulator(t);
  for (const name of ['a', 'b', 'c']) await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator, name));
  await simulator.runUntilIdle();
  const times = simulator.timeline.entries.filter(({ kind }) => kind === 'call.state').map((entry) => Number(entry['storySeconds']));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
});

test('the clock of a linked service keeps up with the stories over many moves', async (t) => {
  const simulator = await manualSimulator(t);
  await simulator.time.link(await serviceWith(t, []));
  for (let n = 1; n <= 4; n++) {
    await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator, `call_${n}`));
    assert.deepEqual(await simulator.time.advance(60.5), { seconds: 60.5, steps: 3, stoppedBy: 'limit' });
  }
  const { elapsedSeconds, service } = await simulator.time.read();
  assert.deepEqual([elapsedSeconds, service?.offsetSeconds], [242, 242]);
});

test('time that two callers move at once goes past nothing that is due', async (t) => {
  const simulator = await manualSimulator(t);
  const service = await serviceWith(t, [10, 13, 30]);
  await simulator.time.link(service);
  const moves = await Promise.all([simulator.time.runUntilIdle(), simulator.time.runUntilIdle(), simulator.time.advance(5)]);
  assert.deepEqual(service.lateSeconds, [0, 0, 0]);
  assert.deepEqual(
    moves.map(({ seconds }) => seconds),
    [30, 0, 5],
  );
  assert.equal((await simulator.time.read()).service?.offsetSeconds, 35);
});

/** A sandbox service's clock, on which something is due so many seconds after the beginning, and how late each of it was done. */
async function serviceWith(t: TestContext, dueSeconds: readonly number[]) {
  let offset = 0;
  const lateSeconds: number[] = [];
  const iso = (seconds: number): string => new Date(today.getTime() + seconds * 1_000).toISOString();
  const operator = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method === 'POST') offset += (JSON.parse(body) as { seconds: number }).seconds;
    for (let next = dueSeconds[lateSeconds.length]; next !== undefined && next <= offset; next = dueSeconds[lateSeconds.length])
      lateSeconds.push(offset - next);
    const next = dueSeconds[lateSeconds.length];
    const nextDueAt = next === undefined ? null : iso(next);
    response.end(JSON.stringify({ clock: { now: iso(offset), offsetSeconds: offset, nextDueAt, isBusy: false } }));
  });
  return { operatorUrl: (await listenFor(t, operator)).origin, operatorToken: 'secret', lateSeconds };
}
