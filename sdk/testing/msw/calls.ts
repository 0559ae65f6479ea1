import { draws } from '../../../simulator/draws.ts';
import { scenarioOf } from '../../../simulator/scenarios.ts';
import { begun } from '../../../simulator/under-way.ts';
import { addressesAt, type SimulatedCall } from '../../../simulator/vapi/calls.ts';
import { unplayed } from '../../../simulator/vapi/voice.ts';
import { callSummaryView, callWithRecordingText, newCallText } from '../../../src/calls/call.ts';
import { readCallData } from '../../../src/calls/call-data.ts';
import { isE164 } from '../../../src/calls/phone-number.ts';
import { RawJson } from '../../../src/contract/raw-json.ts';
import {
  agentNotFound,
  concurrentLimitExceeded,
  invalidPhoneNumber,
  phoneNumberNotFound,
  placementFailed,
  variablesMissing,
} from '../../../src/errors.ts';
import { placementGraceMs } from '../../../src/process/limits.ts';
import type { BodyOf } from '../../client/operation-types.ts';
import type { Account, Agent, Asked, Operation } from './account.ts';
import { fromPhoneNumberId, type PlacedCall, rowOf } from './call-row.ts';

/** Checks what comes before the `idempotencyKey`. */
export function checkPhoneNumber({ body: { phoneNumber } }: Asked<'placeCall'>): void {
  if (!isE164(phoneNumber)) throw invalidPhoneNumber(phoneNumber);
}

/** Implements POST /calls. The number called chooses the story, as in the simulator. Checks come in the contract's order. */
export const placeCall: Operation<'placeCall'> = (account, request) => {
  const { body } = request;
  const agent = account.objects.agents.get(body.agentId);
  if (!agent?.is_active) throw agentNotFound();
  requireVariables(agent, body);
  if (body.fromPhoneNumberId !== undefined && body.fromPhoneNumberId !== fromPhoneNumberId) throw phoneNumberNotFound();
  requireRoom(account);
  return new RawJson(newCallText(rowOf(dial(account, agent, request))));
};

/** Implements GET /calls. A call is over once its story was reported. */
export const listCalls: Operation<'listCalls'> = ({ objects }, { query: { cursor, limit = 20 } }) => {
  const over = [...objects.calls.values()].filter(({ story }) => story.reported).reverse();
  const from = cursor === undefined ? 0 : over.findIndex(({ id }) => id === cursor) + 1;
  const calls = over.slice(from, from + limit).map((call) => callSummaryView(rowOf(call)));
  return { calls, nextCursor: over.length > from + limit ? (calls.at(-1)?.id ?? null) : null };
};

export const readCall: Operation<'readCall'> = ({ objects, origin }, { path }) => {
  const call = objects.calls.one(path.id);
  const recordingUrl = call.story.reported && call.story.conversation ? `${origin}/recordings/${call.id}.wav` : null;
  return new RawJson(callWithRecordingText(rowOf(call), recordingUrl));
};

/**
 * Implements POST /calls/:id/end. The provider does not hang up a call that still rings. That call ends as soon as it
 * is answered.
 */
export const endCall: Operation<'endCall'> = ({ objects, voice }, { path }) => {
  const call = objects.calls.one(path.id);
  const { id, status } = rowOf(call);
  if (status !== 'queued' && status !== 'ringing' && status !== 'in-progress') return { id, status };
  if (!call.endRequested) {
    call.endRequested = true;
    voice.end(call.story);
  }
  return { id, status: 'ending' };
};

function requireVariables({ requiredVariables }: Agent, { variables = {} }: BodyOf<'placeCall'>): void {
  const missing = requiredVariables.filter((name) => !Object.hasOwn(variables, name)).sort();
  if (missing.length > 0) throw variablesMissing(missing);
}

function requireRoom({ objects, limits }: Account): void {
  const active = [...objects.calls.values()].filter(({ story }) => story.status !== 'ended').length;
  if (active >= limits.concurrentCalls) throw concurrentLimitExceeded(limits.concurrentCalls, active, 0);
}

/** Places the call. One that the provider dialled without an answer is found there, as the service finds it. */
function dial(account: Account, agent: Agent, { body, rawBody }: Asked<'placeCall'>): PlacedCall {
  const id = account.newId('call');
  const answer = account.voice.place(
    { name: id, customer: { number: body.phoneNumber }, assistantOverrides: overridesFor(agent) },
    0,
    addressesAt('https://ringpost.example.org'),
  );
  const story = account.voice.calls.all().find(({ callId }) => callId === id);
  if (!story && answer.kind === 'failure' && answer.status < 500) throw placementFailed({ fate: 'not_dialled' });
  const call = { id, agent, asked: body, data: readCallData(rawBody), story: story ?? untold(account, body), endRequested: false };
  account.objects.calls.set(id, call);
  if (story) return call;
  account.time.stories.after(placementGraceMs, async () => closeUndialled(account, call));
  throw placementFailed({ fate: 'unknown', callId: id });
}

/** Returns the story of a call that nobody has dialled. */
const untold = ({ time }: Account, { phoneNumber: number }: BodyOf<'placeCall'>): SimulatedCall => ({
  ...begun(time.stories, time.now(), 0),
  ...unplayed(),
  ...{ id: '', request: {}, addresses: addressesAt(''), callId: null, number, scenario: scenarioOf(number), draws: draws(0, '') },
});

/** Ends a call that the provider does not have, without an event. */
function closeUndialled({ answers }: Account, { id, story, endRequested }: PlacedCall): void {
  const endedReason = endRequested ? 'manually-canceled' : 'not-dialled';
  Object.assign(story, { status: 'ended', endedMs: placementGraceMs, endedReason, reported: true });
  answers.free(id);
}

/** Builds the request for the provider's analysis as Ringpost sends it. */
const overridesFor = ({ active_outcomes: outcomes, extraction_schema: schema }: Agent) => ({
  analysisPlan: {
    minMessagesThreshold: 0,
    structuredDataPlan: {
      enabled: true,
      schema: {
        type: 'object',
        properties: {
          outcome: { type: 'string', enum: outcomes },
          notes: { type: 'string' },
          callback: { type: 'object', properties: { requestedAt: { type: 'string', format: 'date-time' }, note: { type: 'string' } } },
          ...(schema === null ? {} : { extraction: JSON.parse(schema) }),
        },
        required: ['outcome'],
      },
    },
  },
});
