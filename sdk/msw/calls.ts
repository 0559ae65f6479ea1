import { isPossiblePhoneNumber } from 'libphonenumber-js';
import type { BodyOf } from '../client/operation-types.ts';
import type { Account, Agent, Operation } from './account.ts';
import { once } from './account.ts';
import { fromPhoneNumberId, type PlacedCall, queuedView, viewOf } from './call-view.ts';
import { Refusal } from './refusal.ts';

/** Implements POST /calls. The number called chooses the story, as in the simulator. Checks come in the contract's order. */
export const placeCall: Operation<'placeCall'> = (account, request) => {
  const { body } = request;
  if (!isE164(body.phoneNumber)) {
    throw new Refusal('invalid_phone_number', {
      message: 'phoneNumber is not a valid E.164 number, such as +14155550123.',
      details: { phoneNumber: body.phoneNumber },
    });
  }
  return once(account, 'placeCall', request, () => {
    const agent = agentFor(account, body);
    requireVariables(agent, body);
    if (body.fromPhoneNumberId !== undefined && body.fromPhoneNumberId !== fromPhoneNumberId) throw new Refusal('phone_number_not_found');
    requireRoom(account);
    const { call, isAnswered } = dial(account, agent, body);
    const reply = { status: 201 as const, body: { call: queuedView(call) } };
    if (isAnswered) return reply;
    // The call rings all the same: the next request with this key is answered with the call.
    account.answers.keep({ apiKey: request.apiKey, operation: 'placeCall', body, at: account.time.now() }, reply);
    throw new Refusal('placement_failed', {
      message: 'It is not known whether the call was placed. Retry with the same idempotencyKey.',
      details: { fate: 'unknown', callId: call.id },
    });
  });
};

export const readCall: Operation<'readCall'> = (account, { path }) => {
  const call = find(account, path.id);
  const recordingUrl = call.story.reported && call.story.conversation ? `${account.origin}/recordings/${call.id}.wav` : null;
  return { status: 200, body: { call: { ...viewOf(call), recordingUrl } } };
};

/**
 * Implements POST /calls/:id/end. The provider does not hang up a call that still rings. That call ends as soon as it
 * is answered.
 */
export const endCall: Operation<'endCall'> = (account, { path }) => {
  const call = find(account, path.id);
  const { status } = viewOf(call);
  if (status !== 'queued' && status !== 'ringing' && status !== 'in-progress') return { status: 200, body: { id: call.id, status } };
  if (!call.endRequested) {
    call.endRequested = true;
    account.voice.end(call.story);
  }
  return { status: 200, body: { id: call.id, status: 'ending' } };
};

/** Tells if the text is a plus, a country code that does not begin with 0, and a possible number of digits for its country. */
const isE164 = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text) && isPossiblePhoneNumber(text);

function agentFor({ agents }: Account, { agentId }: BodyOf<'placeCall'>): Agent {
  const agent = agents.get(agentId);
  if (!agent?.isActive) throw new Refusal('agent_not_found');
  return agent;
}

function requireVariables({ requiredVariables }: Agent, { variables = {} }: BodyOf<'placeCall'>): void {
  const missing = requiredVariables.filter((name) => !Object.hasOwn(variables, name)).sort();
  if (missing.length === 0) return;
  throw new Refusal('missing_variables', {
    message: `The agent's prompt needs variables that the request does not supply: ${missing.join(', ')}.`,
    details: { missing },
  });
}

function requireRoom({ calls, limits: { concurrentCalls: limit } }: Account): void {
  const active = [...calls.values()].filter(({ story }) => story.status !== 'ended').length;
  if (active < limit) return;
  throw new Refusal('concurrent_limit_exceeded', {
    message: `The tenant already has ${active} calls in progress, and its limit is ${limit}.`,
    details: { limit, active, unknownFate: 0 },
  });
}

function dial(account: Account, agent: Agent, asked: BodyOf<'placeCall'>): { readonly call: PlacedCall; readonly isAnswered: boolean } {
  const id = account.newId('call');
  const answer = account.voice.place({ name: id, customer: { number: asked.phoneNumber }, assistantOverrides: overridesFor(agent) }, 0);
  const story = account.voice.calls.all().find(({ callId }) => callId === id);
  if (!story)
    throw new Refusal('placement_failed', { message: 'The voice provider did not take the call.', details: { fate: 'not_dialled' } });
  const call = { id, agent, asked, story, endRequested: false };
  account.calls.set(id, call);
  return { call, isAnswered: answer.kind === 'created' };
}

/** Builds the request for the provider's analysis as Ringpost sends it. */
const overridesFor = ({ outcomes, extractionSchema }: Agent) => ({
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
          ...(extractionSchema === null ? {} : { extraction: extractionSchema }),
        },
        required: ['outcome'],
      },
    },
  },
});

function find({ calls }: Account, id: string): PlacedCall {
  const call = calls.get(id);
  if (!call) throw new Refusal('call_not_found');
  return call;
}
