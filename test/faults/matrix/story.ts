import assert from 'node:assert/strict';
import { accepted, answeredCall, delivered, deliveredText, soundEvidence } from './sound-evidence.ts';
import {
  type CallRecord,
  type DeliveryRecord,
  type Evidence,
  type Fault,
  judge,
  lastLine,
  type Receipt,
  type TextRecord,
} from './verdict.ts';

/** What is said to be otherwise than in a run where nothing went wrong. */
export interface Story {
  readonly faults?: readonly Fault[];
  readonly delivery?: Partial<DeliveryRecord>;
  readonly receipts?: readonly Partial<Receipt>[];
  readonly stored?: number;
  readonly call?: Partial<CallRecord>;
  readonly text?: Partial<TextRecord>;
  readonly evidence?: Partial<Evidence>;
}

/** One event, one delivery, one call; all is well except for what is said. */
export const verdictOn = ({ faults = [], delivery = {}, receipts = [{}], stored = 1, call = {}, text = {}, evidence = {} }: Story) =>
  judge({
    ...soundEvidence,
    faults,
    deliveries: [{ ...delivered, ...delivery }],
    receipts: new Map([['d', receipts.map((receipt) => ({ ...accepted, ...receipt }))]]),
    events: [{ name: 'e', expected: 1, stored }],
    calls: [{ ...answeredCall, ...call }],
    texts: [{ ...deliveredText, ...text }],
    ...evidence,
  });

/** Asserts that the verdict fails, and that its last line is like this. */
export function fails(story: Story, line: RegExp): void {
  const verdict = verdictOn(story);
  assert.equal(verdict.passed, false);
  assert.match(lastLine(verdict), line);
}
