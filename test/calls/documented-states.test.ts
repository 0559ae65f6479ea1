import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceCall, type CallNews } from '../../src/calls/advance.ts';
import type { CallRow, CallStatus } from '../../src/calls/calls.ts';
import { publicContract } from '../../src/contract/documents.ts';
import { at, items, text } from '../../tools/contract/document.ts';

const { document } = publicContract();
const states = at(document, document, 'components', 'schemas', 'CallStatus', 'x-states');
const statuses = items(at(document, document, 'components', 'schemas', 'CallStatus', 'enum')).map(text) as readonly CallStatus[];
const now = new Date('2026-01-03T12:00:00Z');

const about = { providerCallId: 'prov_1', tenantId: 'ten_1', callId: 'call_1', at: now };
/** Everything that a provider may report, in every form that the state machine tells apart. */
const news: readonly CallNews[] = [
  { kind: 'ringing', ...about },
  { kind: 'answered', ...about },
  ...(['answered', 'voicemail', 'no_answer', 'busy', 'canceled', 'failed', 'unknown'] as const).flatMap((disposition) =>
    [null, now].map((answeredAt): CallNews => ({ kind: 'ended', ...about, disposition, endedReason: 'over', answeredAt, endedAt: now })),
  ),
];

/** A call as far as the state machine reads it. */
const callThat = (status: CallStatus, endRequestedAt: Date | null): CallRow =>
  ({
    id: 'call_1',
    status,
    placement: 'placed',
    provider_call_id: 'prov_1',
    outcome: null,
    created_at: now,
    started_at: now,
    answered_at: status === 'in-progress' || status === 'completed' ? now : null,
    ended_at: status === 'queued' || status === 'ringing' || status === 'in-progress' ? null : now,
    end_requested_at: endRequestedAt,
    end_sent_at: null,
    placement_expired_at: null,
    analyzed_at: null,
    recording_state: 'none',
    completion_due_at: null,
    completed_event_at: null,
  }) as unknown as CallRow;

for (const status of statuses)
  test(`a call that is ${status} moves as the document says, and in no other way`, () => {
    const next = new Set<string>();
    for (const endRequestedAt of [null, now])
      for (const event of news) next.add(advanceCall(callThat(status, endRequestedAt), event, { now, offsetMs: 0 }).status);
    next.delete(status);
    assert.deepEqual(
      [...next].sort(),
      items(at(document, states, 'transitions', status))
        .map(text)
        .sort(),
    );
    assert.equal(items(at(document, states, 'final')).includes(status), next.size === 0);
  });
