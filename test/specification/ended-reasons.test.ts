import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Ending, endingOf } from '../../src/calls/ending.ts';
import { publicContract } from '../../src/contract/documents.ts';
import { endedReasonRow, endedReasonRows } from '../../src/contract/ended-reasons.ts';
import type { Disposition } from '../../src/voice/voice-provider.ts';
import { row } from './row.ts';

/** The published table of ended reasons: what it makes of the words of Vapi, and what the service makes of each row. */

const dispositionOf = (word: string): Disposition => endedReasonRow(word).disposition ?? 'unknown';

const words: Readonly<Record<Disposition, readonly string[]>> = {
  no_answer: [
    'customer-did-not-answer',
    'call.in-progress.error-providerfault-outbound-sip-480-temporarily-unavailable',
    'call.in-progress.error-providerfault-outbound-sip-408-request-timeout',
  ],
  busy: ['customer-busy', 'vonage-rejected'],
  voicemail: ['voicemail'],
  answered: [
    'customer-ended-call',
    'customer-ended-call-during-transfer',
    'assistant-ended-call',
    'assistant-ended-call-with-hangup-task',
    'assistant-said-end-call-phrase',
    'assistant-forwarded-call',
    'silence-timed-out',
    'exceeded-max-duration',
    'vonage-completed',
    'call.forwarding.no-answer',
    'call.forwarding.operator-busy',
    'call.ending.hook-executed-say',
    'call.ringing.hook-executed-transfer',
    'call.in-progress.twilio-completed-call',
    'call.in-progress.sip-completed-call',
  ],
  canceled: ['manually-canceled', 'scheduled-call-deleted', 'call-deleted'],
  failed: [
    'twilio-reported-customer-misdialed',
    'call.start.error-subscription-concurrency-limit-reached',
    'call.start.error-vapi-number-outbound-daily-limit',
    'call.start.error-subscription-insufficient-credits',
    'call.start.assistant-version-error-validation',
    'call-start-error-neither-assistant-nor-server-set',
    'assistant-not-found',
    'assistant-request-failed',
    'call.in-progress.error-configfault-model-unsupported-in-squad',
    'twilio-failed-to-connect-call',
    'vonage-failed-to-connect-call',
    'phone-call-provider-closed-websocket',
    'worker-shutdown',
    'call.in-progress.error-providerfault-outbound-sip-403-forbidden',
    'call.in-progress.error-providerfault-outbound-sip-407-proxy-authentication-required',
    'call.in-progress.error-providerfault-outbound-sip-503-service-unavailable',
    'call.in-progress.error-vapifault-transport-never-connected',
    'call.in-progress.error-vapifault-worker-died',
    'call.ringing.error-sip-inbound-call-failed-to-connect',
    'call.in-progress.error-sip-outbound-call-failed-to-connect',
    'pipeline-error-openai-llm-failed',
  ],
  unknown: ['a-reason-invented-tomorrow', '', 'vonage-disconnected', 'customer-did-not-give-microphone-permission', 'unknown'],
};

for (const [disposition, reasons] of Object.entries(words)) {
  test(`${reasons.length} ended reasons say ${disposition}`, () => {
    assert.deepEqual(
      reasons.filter((reason) => dispositionOf(reason) !== disposition),
      [],
    );
  });
}

test('reasons say themselves that no telephone was reached', () => {
  const reached = words.failed.filter((word) => !endedReasonRow(word).unreached);
  assert.deepEqual(reached, [
    'assistant-request-failed',
    'call.in-progress.error-configfault-model-unsupported-in-squad',
    'phone-call-provider-closed-websocket',
    'worker-shutdown',
    'call.in-progress.error-vapifault-worker-died',
    'call.ringing.error-sip-inbound-call-failed-to-connect',
    'pipeline-error-openai-llm-failed',
  ]);
  for (const { disposition, unreached } of endedReasonRows()) assert.ok(!unreached || disposition === 'failed');
});

test('the description has the patterns of the table in its order, with an ellipsis for the asterisk', () => {
  const lines = (publicContract().document.info.description ?? '').split('\n');
  const first = lines.findIndex((line) => line.startsWith('| `endedReason`')) + 2;
  const described = lines
    .slice(first, lines.indexOf('', first))
    .map((line) => [...(line.split('|')[1] ?? '').matchAll(/`(.*?)`/g)].map(([, word]) => word));
  const patterns = endedReasonRows()
    .slice(0, -1)
    .map(({ match }) => match.map((pattern) => pattern.replaceAll('*', '…')));
  assert.deepEqual(
    described.filter((of) => of.length > 0),
    patterns,
  );
});

/** Words that fit a pattern: nothing, one word, and something longer in place of the asterisk. */
const wordsOf = (pattern: string): readonly string[] =>
  pattern.includes('*') ? ['x', 'error-vendor', 'some.thing-2'].map((filling) => pattern.replaceAll('*', filling)) : [pattern];

/** Our own words: what the reconciler and the end operation tell of a call, in the words of the port. */
const ours: Readonly<Record<string, { readonly disposition: Disposition | 'lost'; readonly endRequested: boolean }>> = {
  'provider-unresponsive': { disposition: 'lost', endRequested: false },
  'not-dialled': { disposition: 'failed', endRequested: false },
  'placement-expired': { disposition: 'answered', endRequested: false },
  'ended-by-api': { disposition: 'canceled', endRequested: true },
};

function madeOf(word: string, answered: boolean): Ending {
  const { disposition, endRequested } = ours[word] ?? { disposition: dispositionOf(word), endRequested: false };
  return endingOf(disposition, { answered, endRequested });
}

function asPublished({ status, outcome, answered, classified }: Ending, hadAnswer: boolean) {
  const words = classified ? (outcome === null ? 'classified' : `classified or ${outcome}`) : (outcome ?? 'null');
  return { status, outcome: words, durationSeconds: answered && hadAnswer ? 'value' : 'null' };
}

for (const { match, means, answered, unanswered } of endedReasonRows()) {
  row(['F-CALL-08', 'F-CALL-07'], `ended reason ${match[0]}${match.length > 1 ? ` and ${match.length - 1} more` : ''}: ${means}`, () => {
    for (const word of match.flatMap(wordsOf).filter((word) => endedReasonRow(word).match === match)) {
      if (answered) assert.deepEqual(asPublished(madeOf(word, true), true), answered, `${word}, answered`);
      if (unanswered) assert.deepEqual(asPublished(madeOf(word, false), false), unanswered, `${word}, unanswered`);
      assert.ok(answered ?? unanswered, word);
    }
  });
}

test('each pattern of the table is reached by some word, above every wider row', () => {
  for (const { match } of endedReasonRows())
    for (const pattern of match)
      assert.ok(
        wordsOf(pattern).some((word) => endedReasonRow(word).match === match),
        pattern,
      );
});

test('a word that nobody knows is passed through: answered it is completed, else failed', () => {
  for (const word of ['', 'unheard-of', 'voicemail-2', 'customer-busy-again', 'CUSTOMER-BUSY']) {
    assert.equal(endedReasonRow(word), endedReasonRows().at(-1), word);
    assert.deepEqual([madeOf(word, true).status, madeOf(word, false).status], ['completed', 'failed'], word);
  }
});

row(['T-CALL-08'], 'a call that was never answered and that we hung up is canceled, unless its reason names another cause', () => {
  const hungUp = (word: string): string => endingOf(dispositionOf(word), { answered: false, endRequested: true }).status;
  assert.equal(hungUp('manually-canceled'), 'canceled');
  assert.equal(hungUp('unheard-of'), 'canceled');
  assert.equal(hungUp('customer-busy'), 'busy');
  assert.equal(hungUp('customer-did-not-answer'), 'no_answer');
  assert.equal(hungUp('twilio-failed-to-connect-call'), 'failed');
  assert.equal(hungUp('customer-ended-call'), 'completed', 'this reason says that somebody answered');
});
