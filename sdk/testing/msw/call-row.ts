import { objectAt, textAt } from '../../../simulator/json.ts';
import { momentOf } from '../../../simulator/under-way.ts';
import type { SimulatedCall } from '../../../simulator/vapi/calls.ts';
import type { CallData } from '../../../src/calls/call-data.ts';
import type { CallRow, ShownCall } from '../../../src/calls/calls.ts';
import { type DocumentedEnding, documentedEnding } from '../../../src/contract/ended-reasons.ts';
import { newAjv } from '../../../src/contract/validator.ts';
import { type CompletedCall, callCompleted, emittedOutcome } from '../../../src/events/call-completed.ts';
import { serializeEvent } from '../../../src/events/event.ts';
import { leadQualifiedByCall } from '../../../src/events/lead-qualified.ts';
import type { BodyOf } from '../../client/operation-types.ts';
import type { WebhookEvent } from '../../webhooks/events.ts';
import type { Agent } from './account.ts';

/** A call, and the story that it plays. */
export interface PlacedCall {
  readonly id: string;
  readonly agent: Agent;
  readonly asked: BodyOf<'placeCall'>;
  readonly data: CallData;
  readonly story: SimulatedCall;
  endRequested: boolean;
}

/** Returns the row that the service would have in the story's present state. Its times are the story's, whatever the speed. */
export function rowOf(call: PlacedCall): ShownCall & CompletedCall {
  const { id, agent, asked, data, story } = call;
  const ending = endingOf(call);
  const results = resultsOf(call);
  return {
    id,
    tenant_id: 'mock',
    origin: 'api',
    agent_id: agent.id,
    phone_number: asked.phoneNumber,
    from_phone_number: fromPhoneNumber,
    direction: 'ai_outbound',
    status: ending?.status ?? (story.status === 'ended' ? 'completed' : story.status),
    outcome: results?.outcome ?? ending?.outcome ?? null,
    notes: textAt(story.analysis, 'structuredData', 'notes') ?? textAt(story.analysis, 'summary'),
    ended_reason: ending?.reason ?? null,
    duration_seconds: ending ? durationOf(story) : null,
    started_at: story.createdAt,
    answered_at: story.answeredMs === null ? null : momentOf(story, story.answeredMs),
    ended_at: story.endedMs === null ? null : momentOf(story, story.endedMs),
    created_at: story.createdAt,
    transcript: story.reported ? (story.conversation?.transcript ?? null) : null,
    callback: callbackOf(story),
    campaign: null,
    extraction: results?.extraction ?? null,
    extraction_error: results?.extraction_error ?? null,
    ...data,
    known_consent: asked.knownConsent ?? false,
    consent_record_id: asked.consentRecordId ?? null,
  };
}

/** Returns the events of a call's end: its result, and a lead if its agent counts the outcome as one. */
export function eventsOf(call: PlacedCall, at: Date): readonly WebhookEvent[] {
  const row = rowOf(call);
  const isLead = call.agent.qualifying_outcomes.includes(emittedOutcome(row));
  const events = [callCompleted(row, null, at), ...(isLead ? [leadQualifiedByCall(row, null, at)] : [])];
  return events.map((event) => JSON.parse(serializeEvent(event)));
}

/** The only number that calls are placed from. */
export const fromPhoneNumber = '+14155550199';
export const fromPhoneNumberId = 'num_demo';

function callbackOf({ analysis }: SimulatedCall): CallRow['callback'] {
  const callback = objectAt(analysis, 'structuredData', 'callback');
  return callback && { requestedAt: textAt(callback, 'requestedAt'), note: textAt(callback, 'note') };
}

/** Returns the results of the analysis. They are null before it, and for a call without a conversation. */
function resultsOf({ agent, story }: PlacedCall): Pick<CallRow, 'outcome' | 'extraction' | 'extraction_error'> | null {
  if (!story.reported || !story.conversation || story.endedReason === 'voicemail') return null;
  const outcome = textAt(story.analysis, 'structuredData', 'outcome');
  if (agent.extraction_schema === null) return { outcome, extraction: null, extraction_error: null };
  const extraction = objectAt(story.analysis, 'structuredData', 'extraction');
  const problem = extraction ? problemOf(JSON.parse(agent.extraction_schema), extraction) : 'The analysis gave no extraction.';
  return { outcome, extraction: problem === null ? JSON.stringify(extraction) : null, extraction_error: problem };
}

function problemOf(schema: object, extraction: object): string | null {
  const validate = newAjv().compile(schema);
  if (validate(extraction)) return null;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`.trim();
}

function durationOf({ answeredMs, endedMs }: SimulatedCall): number | null {
  return answeredMs === null || endedMs === null ? null : Math.round((endedMs - answeredMs) / 1_000);
}

interface Ending extends DocumentedEnding {
  readonly reason: string;
}

/** Returns what the document's table makes of the call's end. */
function endingOf({ story, endRequested }: PlacedCall): Ending | null {
  if (story.status !== 'ended' || story.endedReason === null) return null;
  const reason = endRequested && story.endedReason === 'manually-canceled' ? 'ended-by-api' : story.endedReason;
  return { ...documentedEnding(reason, story.answeredMs !== null), reason };
}
