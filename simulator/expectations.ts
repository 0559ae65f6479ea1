import { isDeepStrictEqual } from 'node:util';
import type { components } from '../src/contract/generated/simulator.ts';
import type { Breaches } from './breaches.ts';
import { at, parseJson } from './json.ts';
import { explain, type ReceivedDelivery } from './receivers/delivery.ts';
import type { Receivers } from './receivers/receivers.ts';
import { longestTimeoutMs } from './schedule.ts';
import type { Time } from './time.ts';
import type { Timeline } from './timeline.ts';
import type { Timers } from './timers.ts';

/** The expectations of tests. One that is not met fails with the nearest observation. */
export interface Expectations {
  /** Resolves with the first delivery that meets every condition, which may arrive within `within` seconds of story time. Frozen time is moved on for it. */
  expectDelivery(expected?: ExpectedDelivery): Promise<MetDelivery>;
  expectNoDelivery(expected?: ExpectedDelivery): Promise<void>;
  /** Expects states of a call, by the service's id or the provider's. */
  expectStates(call: string, states: readonly string[], options?: { readonly within?: number }): Promise<void>;
  /** Throws if anything so far broke the documents. Returns the number of checked messages. */
  verify(): number;
}

export type ExpectedDelivery = components['schemas']['ExpectedDelivery'];

export interface MetDelivery {
  readonly receiver: string;
  readonly delivery: ReceivedDelivery;
}

export class ExpectationFailed extends Error {}
export class ContractBroken extends Error {}

export interface ExpectationsOptions {
  readonly receivers: Receivers;
  readonly timeline: Timeline;
  readonly timers: Timers;
  readonly time: Time;
  readonly breaches: Breaches;
}

export function newExpectations({ receivers, timeline, timers, time, breaches }: ExpectationsOptions): Expectations {
  const seen = (): readonly MetDelivery[] =>
    receivers.all().flatMap(({ name, deliveries }) => deliveries.map((delivery) => ({ receiver: name, delivery })));
  const meeting = (expected: ExpectedDelivery): MetDelivery | undefined => {
    const all = seen();
    return all.find((each) => differences(each, expected, all).length === 0);
  };
  const statesOf = (call: string, expected: readonly string[]): readonly string[] =>
    timeline.entries
      .filter((entry) => entry.kind === 'call.state' && (entry.callId === call || entry.providerCallId === call))
      .map((entry) => String(entry['state']))
      .filter((state) => state !== 'reported' || expected.includes('reported'));

  const story = { timeline, timers, time };

  return {
    async expectDelivery(expected = {}) {
      await waitUntil(() => meeting(expected) !== undefined, expected.within ?? 0, story);
      const met = meeting(expected);
      if (met) return met;
      throw new ExpectationFailed(`No delivery ${wordsFor(expected)} came. ${nearest(seen(), expected)}`);
    },
    async expectNoDelivery(expected = {}) {
      await waitUntil(() => meeting(expected) !== undefined, expected.within ?? 0, story);
      const met = meeting(expected);
      if (met) throw new ExpectationFailed(`A delivery ${wordsFor(expected)} came: ${nameOf(met)}.`);
    },
    async expectStates(call, states, { within = 0 } = {}) {
      const isSo = (): boolean => isDeepStrictEqual(statesOf(call, states), states);
      await waitUntil(isSo, within, story);
      if (isSo()) return;
      const was = statesOf(call, states);
      throw new ExpectationFailed(
        `${call} was to be ${states.join(', ')}. ${was.length > 0 ? `It was ${was.join(', ')}.` : knownCalls(timeline)}`,
      );
    },
    verify() {
      const { checked, found } = breaches;
      if (found.length === 0) return checked;
      const told = found.slice(0, 5).map(({ entry, message }) => `Entry ${entry}: ${message}`);
      throw new ContractBroken(`${found.length} of ${checked} broke the contract. ${told.join(' ')}`);
    },
  };
}

/** Waits until the condition holds or this many seconds of story time have passed. */
async function waitUntil(isSo: () => boolean, within: number, { timeline, timers, time }: StoryTime): Promise<void> {
  if (isSo() || within === 0) return;
  if (timers.pace === 'manual') await time.until(isSo, within);
  else await untilListened(isSo, (within * 1_000) / (Number.isFinite(timers.pace) ? timers.pace : 1), timeline);
}

type StoryTime = Pick<ExpectationsOptions, 'timeline' | 'timers' | 'time'>;

/** Looks at the condition after each entry of the timeline, until it holds, the time has passed or the session has ended. */
const untilListened = (isSo: () => boolean, ms: number, timeline: Timeline): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      unlisten();
      clearTimeout(patience);
      resolve();
    };
    const patience = setTimeout(end, Math.min(ms, longestTimeoutMs));
    const unlisten = timeline.listen(() => {
      if (isSo()) end();
    }, end);
  });

/** Returns a sentence for each unmet condition. */
function differences({ receiver, delivery }: MetDelivery, expected: ExpectedDelivery, all: readonly MetDelivery[]): readonly string[] {
  const told: string[] = [];
  const body = parseJson(delivery.body.toString('utf8'));
  const compare = (what: string, is: unknown, wanted: unknown): void => {
    if (wanted !== undefined && !isDeepStrictEqual(is, wanted)) told.push(`${what} is ${shown(is)}, not ${shown(wanted)}`);
  };
  compare('the receiver', receiver, expected.receiver);
  compare('the event', delivery.verdict.contract.event, expected.event);
  for (const [path, wanted] of Object.entries(expected.where ?? {})) compare(path, at(body, ...path.split('.')), wanted);
  compare('the signature', delivery.verdict.signature.reason, expected.signature);
  if (expected.attempts !== undefined) compare('the number of attempts', attemptsOf(receiver, delivery, all), expected.attempts);
  return told;
}

const attemptsOf = (receiver: string, { deliveryId, attempt }: ReceivedDelivery, all: readonly MetDelivery[]): number =>
  all.reduce(
    (most, other) =>
      other.receiver === receiver && other.delivery.deliveryId === deliveryId ? Math.max(most, other.delivery.attempt) : most,
    attempt,
  );

function nearest(all: readonly MetDelivery[], expected: ExpectedDelivery): string {
  const [best] = all
    .map((each) => ({ each, told: differences(each, expected, all) }))
    .toSorted((a, b) => a.told.length - b.told.length || b.each.delivery.number - a.each.delivery.number);
  if (!best) return 'None has come at all.';
  return `The nearest of ${all.length}: ${nameOf(best.each)}, but ${best.told.join(', and ')}. ${explain(best.each.delivery.verdict)}`;
}

const nameOf = ({ receiver, delivery }: MetDelivery): string =>
  `number ${delivery.number} to ${receiver} (${delivery.verdict.contract.event ?? 'no known event'}, attempt ${delivery.attempt})`;

function wordsFor({ within, ...expected }: ExpectedDelivery): string {
  const said = Object.entries(expected).map(([name, value]) => `${name} ${shown(value)}`);
  return [...(said.length > 0 ? [`with ${said.join(', ')}`] : []), ...(within ? [`within ${within} s`] : [])].join(' ') || 'at all';
}

const shown = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

function knownCalls({ entries }: Timeline): string {
  const calls = [
    ...new Set(entries.filter(({ kind }) => kind === 'dial').map(({ callId, providerCallId }) => String(callId ?? providerCallId))),
  ];
  return calls.length > 0 ? `No such call was seen; there were ${calls.slice(-5).join(', ')}.` : 'No call was seen at all.';
}
