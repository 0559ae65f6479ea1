import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dispositionOf, saysUnreached } from '../../../src/voice/vapi/mapping.ts';
import type { Disposition } from '../../../src/voice/voice-provider.ts';

const table: Readonly<Record<Disposition, readonly string[]>> = {
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
    'call.in-progress.error-providerfault-outbound-sip-503-service-unavailable',
    'call.in-progress.error-vapifault-transport-never-connected',
    'call.in-progress.error-vapifault-worker-died',
    'call.ringing.error-sip-inbound-call-failed-to-connect',
    'call.in-progress.error-sip-outbound-call-failed-to-connect',
    'pipeline-error-openai-llm-failed',
  ],
  unknown: ['a-reason-invented-tomorrow', '', 'vonage-disconnected', 'customer-did-not-give-microphone-permission', 'unknown'],
};

for (const [disposition, reasons] of Object.entries(table)) {
  test(`maps ${reasons.length} ended reasons to ${disposition}`, () => {
    assert.deepEqual(
      reasons.filter((reason) => dispositionOf(reason) !== disposition),
      [],
    );
  });
}

test('knows the reasons that themselves say that no telephone was reached', () => {
  const unreached = table.failed.filter(saysUnreached);
  assert.deepEqual(
    table.failed.filter((reason) => !unreached.includes(reason)),
    [
      'assistant-request-failed',
      'call.in-progress.error-configfault-model-unsupported-in-squad',
      'phone-call-provider-closed-websocket',
      'worker-shutdown',
      'call.in-progress.error-vapifault-worker-died',
      'call.ringing.error-sip-inbound-call-failed-to-connect',
      'pipeline-error-openai-llm-failed',
    ],
  );
  for (const [disposition, reasons] of Object.entries(table))
    if (disposition !== 'failed') assert.deepEqual(reasons.filter(saysUnreached), []);
});
