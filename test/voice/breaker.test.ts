import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createMetrics } from '../../src/process/metrics.ts';
import { type GuardedVoice, withBreaker } from '../../src/voice/breaker.ts';
import type { CallToPlace, PlaceResult } from '../../src/voice/voice-provider.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { type FakeVoice, fakeVoice } from '../support/fake-voice.ts';

let clock: ManualClock;
let provider: FakeVoice;
let voice: GuardedVoice;
let questions: number;
const metrics = createMetrics();

beforeEach(() => {
  clock = manualClock();
  provider = fakeVoice();
  provider.isAnswering = async () => {
    questions += 1;
    return false;
  };
  questions = 0;
  voice = withBreaker(provider, { clock, metrics });
});

const down: PlaceResult = { kind: 'unknown', raw: 'HTTP 503' };
const unreached: PlaceResult = { kind: 'unreached', raw: 'ECONNREFUSED' };

async function placeWith(...results: readonly PlaceResult[]): Promise<void> {
  for (const result of results) {
    provider.onPlace = () => result;
    await voice.place({ callId: 'call_1' } as CallToPlace);
  }
}

const isOpen = async (): Promise<boolean> => (await metrics.voiceBreakerOpen.get()).values[0]?.value === 1;

test('opens after five placements in a row that the provider did not take, for a second', async () => {
  await placeWith(down, unreached, down, unreached);
  assert.equal(await voice.pauseMs(), 0);
  await placeWith(down);
  assert.equal(await voice.pauseMs(), 1_000);
  assert.equal(await isOpen(), true);
  clock.advance(0.4);
  assert.equal(await voice.pauseMs(), 600);
  assert.equal(questions, 0, 'the provider is left alone meanwhile');
});

for (const kind of ['accepted', 'refused'] as const)
  test(`a placement that is ${kind} shows that the provider is there`, async () => {
    await placeWith(down, down, down, down, { kind, raw: '', providerCallId: 'x', controlUrl: null }, down, down, down, down);
    assert.equal(await voice.pauseMs(), 0);
    assert.equal(await isOpen(), false);
  });

test('a call that is found shows that the provider is there, though its placement had no answer', async () => {
  await placeWith(down, down, down, down);
  provider.onFind = (callId) => ({ kind: 'found', providerCallId: `provider-${callId}`, controlUrl: null });
  await voice.findByCallId('call_of_long_ago', new Date(0), null);
  await placeWith(down);
  assert.equal(await voice.pauseMs(), 1_000, 'another call that is found says nothing');
  await voice.findByCallId('call_1', new Date(0), null);
  assert.equal(await voice.pauseMs(), 0);
  assert.equal(await isOpen(), false);
});

test('asks whether the provider answers, and stays open for twice as long each time that it does not, thirty seconds at most', async () => {
  await placeWith(down, down, down, down, down);
  const pauses: number[] = [];
  for (let n = 0; n < 7; n++) {
    const pause = await voice.pauseMs();
    pauses.push(pause / 1_000);
    clock.advance(pause / 1_000);
  }
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 30, 30]);
  assert.equal(questions, 6);
});

test('one asks, and the others are told to come back', async () => {
  await placeWith(down, down, down, down, down);
  clock.advance(1);
  const pauses = await Promise.all([voice.pauseMs(), voice.pauseMs(), voice.pauseMs()]);
  assert.deepEqual(pauses, [2_000, 1_000, 1_000]);
  assert.equal(questions, 1);
});

test('where the provider answers the question placements go on, and the next that fails opens it again for longer', async () => {
  await placeWith(down, down, down, down, down);
  provider.isAnswering = async () => true;
  clock.advance(1);
  assert.equal(await voice.pauseMs(), 0);
  await placeWith(down);
  assert.equal(await voice.pauseMs(), 2_000);
  clock.advance(2);
  assert.equal(await voice.pauseMs(), 0);
  await placeWith({ kind: 'accepted', providerCallId: 'x', controlUrl: null }, down, down, down, down, down);
  assert.equal(await voice.pauseMs(), 1_000, 'a call that was placed closes it, and it begins anew');
});

test('placements that were under way when it opened do not open it for longer', async () => {
  await placeWith(down, down, down, down, down, down, down);
  assert.equal(await voice.pauseMs(), 1_000);
});

test('a provider that throws is a provider that did not say', async () => {
  provider.onPlace = () => Promise.reject(new Error('boom'));
  assert.deepEqual(await voice.place({ callId: 'call_1' } as CallToPlace), { kind: 'unknown', raw: 'Error: boom' });
});
