import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { control } from './control.ts';
import { callTo, manualSimulator, officialClient } from './support.ts';

/** What the stories came to, without the time of day. */
const storiesOf = ({ timeline }: Simulator) =>
  timeline.entries
    .filter(({ kind }) => kind === 'call.state' || kind === 'dial')
    .map(({ kind, callId, providerCallId, state, storySeconds }) => ({ kind, callId, providerCallId, state, storySeconds }));

test('a run that was exported is played again by another simulator, to the same ids, states and times', async (t) => {
  const first = await manualSimulator(t, { seed: 11 });
  first.receivers.create('callbacks', { programme: '200,500' });
  first.faults.add({ link: 'voice', answer: '503', after: 2, times: 1 });
  const { calls } = officialClient(first);
  await calls.create(callTo(numberFor('busy'), first, 'call_1'));
  await first.advance(1_500);
  await calls.create(callTo(numberFor('answered-interested'), first, 'call_2'));
  await first.runUntilIdle();
  const run = (await control(first, 'GET', '/run')) as { seed: number; requests: { atSeconds: number }[] };
  assert.deepEqual([run.seed, run.requests.map(({ atSeconds }) => atSeconds)], [11, [0, 1.5]]);
  assert.ok(!JSON.stringify(run).includes('simulated'), 'no key is in it');

  const second = await manualSimulator(t, { seed: 99 });
  assert.deepEqual(await control(second, 'POST', '/run', run, 202), { requests: 2 });
  await second.runUntilIdle();
  assert.equal(second.seed, 11);
  assert.deepEqual(storiesOf(second), storiesOf(first));
  assert.deepEqual(second.runs.export(), first.runs.export());
});

test('the HTTP that passed is exported as HAR, both ways and without keys', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator));
  await simulator.runUntilIdle();
  const text = JSON.stringify(await control(simulator, 'GET', '/har'));
  const { log } = JSON.parse(text) as {
    log: {
      version: string;
      entries: { request: { method: string; url: string; postData: { text: string } }; response: { status: number } }[];
    };
  };
  assert.equal(log.version, '1.2');
  const urls = log.entries.map(({ request, response }) => `${request.method} ${new URL(request.url).pathname} ${response.status}`);
  assert.equal(urls.filter((url) => url === 'POST /vapi/call 201').length, 1);
  // Sent by us and received by our own receiver: each callback is there twice.
  assert.equal(urls.filter((url) => url === 'POST /receivers/callbacks 200').length, 6);
  assert.ok(!text.includes('Bearer'));
});

test('no more exchanges are kept than was said', async (t) => {
  const simulator = await manualSimulator(t);
  for (let n = 0; n < 1_010; n++)
    simulator.exchanges.outgoing({
      url: 'http://x/',
      startedAt: new Date(),
      headers: {},
      body: 'x'.repeat(100_000),
      status: 200,
      answer: '',
    });
  const { log } = simulator.exchanges.har() as { log: { entries: { request: { bodySize: number } }[] } };
  assert.deepEqual([log.entries.length, log.entries[0]?.request.bodySize], [1_000, 65_536]);
});
