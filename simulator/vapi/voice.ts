import { type Draws, draws } from '../draws.ts';
import { type Json, textAt } from '../json.ts';
import { type Accepted, lateMs } from '../late-answers.ts';
import type { SessionLimits } from '../limits.ts';
import type { Placement, Scenario, Scenarios } from '../scenarios.ts';
import { begun, type Kept, keeping } from '../under-way.ts';
import { callObject } from './call-object.ts';
import type { Addresses, SimulatedCall } from './calls.ts';
import { hangUp, playStory, type Stage } from './story.ts';

/**
 * The simulated voice provider: it accepts a request to call, looks up the number's scenario, lets the telephone ring
 * (the ledger counts it) and returns the answer for the caller.
 */
export interface Voice {
  readonly calls: Kept<SimulatedCall>;
  /** Places a call. `causedBy` is the timeline entry of the request, `addresses` the simulator's as its caller reached it. */
  place(request: Json, causedBy: number, addresses: Addresses): PlaceAnswer;
  end(call: SimulatedCall): 'ending' | 'not-answered-yet' | 'over';
  view(call: SimulatedCall): Json;
  clear(): void;
}

export type PlaceAnswer = Accepted | { readonly kind: 'failure'; readonly status: 400 | 429 | 500; readonly message: string };

export interface VoiceOptions {
  readonly seed: () => number;
  readonly now: () => Date;
  readonly scenarios: Pick<Scenarios, 'of'>;
  readonly stage: Stage;
  /** Is part of every id: two sessions with one seed make different calls. */
  readonly session: string;
  readonly limits: Pick<SessionLimits, 'calls'>;
}

export function newVoice({ seed, now, scenarios, stage, session, limits }: VoiceOptions): Voice {
  const calls = keeping<SimulatedCall>(limits.calls, ({ id }) => id);
  let sequence = 0;

  const dial = (request: Json, scenario: Scenario, number: string, own: Draws, asked: number, addresses: Addresses): SimulatedCall => {
    const callId = textAt(request, 'name');
    // The name is part of the id, so that a simulator that restarts with its seed beside an old database makes new ids.
    const id = draws(seed(), `id${session}/${sequence}/${callId}`).uuid();
    const causedBy = stage.timeline.add('dial', { causedBy: asked, callId, providerCallId: id, number, scenario: scenario.name });
    stage.ledger.calls.begun(callId, id);
    const told = { id, request, addresses, callId, number, scenario, draws: own };
    const call: SimulatedCall = { ...begun(stage.timers, now(), causedBy), ...unplayed(), ...told };
    calls.add(call);
    playStory(call, stage);
    return call;
  };

  return {
    calls,
    place(request, causedBy, addresses) {
      sequence += 1;
      const number = textAt(request, 'customer', 'number') ?? '';
      const scenario = scenarios.of(number);
      const refusal = refusalOf(scenario.placement);
      if (refusal) return refusal;
      if (calls.isFull) return { kind: 'failure', status: 429, message: `There are ${limits.calls} calls at once already.` };
      const call = dial(request, scenario, number, draws(seed(), `call/${sequence}`), causedBy, addresses);
      return answerTo(scenario.placement, callObject(call));
    },
    end: (call) => endCall(call, stage),
    view: callObject,
    clear() {
      calls.clear();
      sequence = 0;
    },
  };
}

function endCall(call: SimulatedCall, stage: Stage): ReturnType<Voice['end']> {
  if (call.status === 'ended') return 'over';
  if (call.status !== 'in-progress') return 'not-answered-yet';
  const detail = { causedBy: call.causedBy, callId: call.callId, providerCallId: call.id };
  hangUp(call, stage, stage.timeline.add('control.end-call', detail));
  return 'ending';
}

/** Returns what a call is before its story begins. */
export const unplayed = () =>
  ({
    status: 'queued',
    answeredMs: null,
    endedMs: null,
    endedReason: null,
    conversation: null,
    said: [],
    analysis: {},
    reported: false,
    withheld: [],
  }) satisfies Partial<SimulatedCall>;

/** Returns the refusal of scenarios in which no telephone rings. */
function refusalOf(placement: Placement): PlaceAnswer | null {
  switch (placement) {
    case 'refused':
      return { kind: 'failure', status: 400, message: 'The destination number is not allowed.' };
    case 'rate-limited':
      return { kind: 'failure', status: 429, message: 'Too many requests.' };
    case 'error-before-dialling':
      return { kind: 'failure', status: 500, message: 'Internal server error' };
    case 'accepted':
    case 'accepted-late':
    case 'error-after-dialling':
    case 'silence-after-dialling':
      return null;
  }
}

/** Returns the answer to a ringing call, which may not reach the caller. */
function answerTo(placement: Placement, body: Json): PlaceAnswer {
  switch (placement) {
    case 'error-after-dialling':
      return { kind: 'failure', status: 500, message: 'Internal server error' };
    case 'silence-after-dialling':
      return { kind: 'silence' };
    case 'accepted-late':
      return { kind: 'created', body, afterMs: lateMs };
    default:
      return { kind: 'created', body, afterMs: 0 };
  }
}
