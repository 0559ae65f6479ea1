import type { Draws } from '../draws.ts';
import { type Json, numberAt } from '../json.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CallStep, ConversationEnd, Story } from '../scenarios.ts';
import { timed } from '../script.ts';
import type { Timeline } from '../timeline.ts';
import type { Timers } from '../timers.ts';
import { playSteps } from '../under-way.ts';
import { analysisOf } from './analysis.ts';
import { type CallbackSender, endOfCallReport, statusUpdate } from './callbacks.ts';
import { ofAssistant, type SimulatedCall } from './calls.ts';
import {
  brokenOff,
  type Conversation,
  conversationOf,
  conversationOfLines,
  longConversation,
  silence,
  voicemailMessage,
} from './conversation.ts';

/**
 * The environment of a call's story: ringing, answered, ended, reported, each a step at its time. A step changes the
 * call, sends its callback and waits for the answer before the next step is scheduled. So callbacks arrive in order at
 * every speed, unless the scenario demands otherwise.
 */
export interface Stage {
  readonly timers: Timers;
  readonly timeline: Timeline;
  readonly ledger: Ledger;
  readonly callbacks: CallbackSender;
}

interface Step {
  readonly ms: number;
  readonly happens: 'ringing' | 'answered' | 'ended' | 'reported' | 'said';
  /** Is given by a script. */
  readonly reason?: string | null;
  readonly callback?: CallStep['callback'];
  readonly lines?: CallStep['lines'];
}

export function playStory(call: SimulatedCall, stage: Stage): void {
  playFrom(call, stepsOf(call), stage);
}

/** Hangs up now. The end and the report are all that is left of the story. */
export function hangUp(call: SimulatedCall, stage: Stage, causedBy: number): void {
  call.cancelStep();
  const now = Math.max(call.ms, stage.timers.elapsed() - call.createdElapsed);
  call.endedReason = 'manually-canceled';
  timelineState(call, stage, 'ending', causedBy);
  playFrom(call, ending(now, call), stage);
}

const playFrom = (call: SimulatedCall, steps: readonly Step[], stage: Stage): void =>
  playSteps(call, steps, {
    timers: stage.timers,
    take: (step) => take(call, step, stage),
    // A script may stop before the call has ended.
    ended() {
      call.over = call.status === 'ended';
    },
  });

/** Returns the times of the story's steps. All draws are made here at once, so that later events cannot change them. */
function stepsOf(call: SimulatedCall): readonly Step[] {
  const { draws, scenario } = call;
  const ringing: Step = { ms: draws.between(300, 900), happens: 'ringing' };
  const { story } = scenario;
  switch (story.kind) {
    case 'script':
      return scriptSteps(story.steps, draws);
    case 'unanswered':
      return [ringing, ...ending(ringing.ms + draws.between(...story.ringsMs), call)];
    case 'voicemail':
    case 'conversation': {
      const answered: Step = { ms: ringing.ms + draws.between(2_000, 6_000), happens: 'answered' };
      const talk = story.kind === 'voicemail' ? draws.between(4_000, 7_000) : talkOf(story.ends, call);
      if (talk === Number.POSITIVE_INFINITY) return [ringing, answered];
      return [ringing, answered, ...ending(answered.ms + Math.min(talk, longest(call)), call)];
    }
  }
}

const ending = (ms: number, call: SimulatedCall): readonly Step[] => [
  { ms, happens: 'ended' },
  { ms: ms + call.draws.between(1_000, 3_000), happens: 'reported' },
];

const scriptSteps = (script: readonly CallStep[], draws: Draws): readonly Step[] =>
  timed(script, draws).flatMap(({ ms, step: { lines, state, reason, callback } }): Step[] => [
    ...(lines.length > 0 ? [{ ms, happens: 'said' as const, lines }] : []),
    ...(state ? [{ ms, happens: state, reason, callback }] : []),
  ]);

function talkOf(ends: ConversationEnd, call: SimulatedCall): number {
  switch (ends) {
    case 'hangs-up':
      return call.draws.between(12_000, 30_000);
    case 'drops':
      return call.draws.between(4_000, 9_000);
    case 'silence-limit':
      return secondsOf(call, 'silenceTimeoutSeconds', 30) * 1_000;
    case 'duration-limit':
      return longest(call);
    case 'never':
      return Number.POSITIVE_INFINITY;
  }
}

const longest = (call: SimulatedCall): number => secondsOf(call, 'maxDurationSeconds', 600) * 1_000;

const secondsOf = (call: SimulatedCall, name: string, unlessSaid: number): number =>
  ofAssistant(numberAt, call.request, name) ?? unlessSaid;

async function take(call: SimulatedCall, step: Step, stage: Stage): Promise<void> {
  call.ms = step.ms;
  switch (step.happens) {
    case 'said':
      call.said.push(...(step.lines ?? []));
      return;
    case 'ringing':
      call.status = 'ringing';
      return tell(call, statusUpdate(call), stage, timelineState(call, stage, 'ringing'), step.callback);
    case 'answered':
      call.status = 'in-progress';
      call.answeredMs = step.ms;
      return tell(call, statusUpdate(call), stage, timelineState(call, stage, 'in-progress'), step.callback);
    case 'ended':
      if (step.reason) call.endedReason ??= step.reason;
      end(call, step.ms);
      stage.ledger.calls.ended(call.callId);
      return tell(call, statusUpdate(call), stage, timelineState(call, stage, 'ended'), step.callback);
    case 'reported': {
      call.analysis = analysisOf(call);
      call.reported = true;
      await tell(call, endOfCallReport(call), stage, timelineState(call, stage, 'reported'), step.callback);
      return tellBackwards(call, stage);
    }
  }
}

function end(call: SimulatedCall, ms: number): void {
  const { story } = call.scenario;
  call.status = 'ended';
  call.endedMs = ms;
  if (call.answeredMs !== null) call.conversation = conversationFor(call, story);
  call.endedReason ??= endedReasonOf(call, story);
}

function conversationFor(call: SimulatedCall, story: Story): Conversation | null {
  if (story.kind === 'voicemail') return voicemailMessage();
  if (story.kind === 'unanswered') return null;
  if (story.kind === 'script') return call.said.length > 0 ? conversationOfLines(call.said) : conversationOf(call, story.outcome);
  const conversation = conversationOf(call, story.outcome);
  switch (story.transcript) {
    case 'short':
      return conversation;
    case 'cut-through-an-emoji':
      return longConversation(conversation);
    case 'broken-off':
      return brokenOff(conversation);
    case 'silence':
      return silence(conversation);
  }
}

function endedReasonOf(call: SimulatedCall, story: Story): string {
  if (story.kind === 'unanswered') return story.endedReason;
  if (story.kind === 'voicemail') return 'voicemail';
  if (story.kind === 'script') return call.answeredMs === null ? 'customer-did-not-answer' : 'customer-ended-call';
  const talked = (call.endedMs ?? 0) - (call.answeredMs ?? 0);
  if (talked >= longest(call)) return 'exceeded-max-duration';
  if (story.ends === 'drops') return 'phone-call-provider-closed-websocket';
  return story.ends === 'silence-limit' ? 'silence-timed-out' : 'customer-ended-call';
}

async function tell(
  call: SimulatedCall,
  message: Json,
  stage: Stage,
  causedBy: number,
  ownWay: CallStep['callback'] = null,
): Promise<void> {
  switch (ownWay ?? call.scenario.callbacks) {
    case 'once':
      return stage.callbacks.send(call, message, causedBy);
    case 'twice':
      await stage.callbacks.send(call, message, causedBy);
      return stage.callbacks.send(call, message, causedBy);
    case 'late':
      stage.timers.after(lateMs, () => stage.callbacks.send(call, message, causedBy));
      return;
    case 'backwards':
      call.withheld.unshift(message);
      return withheld(call, message, stage, causedBy);
    case 'never':
      return withheld(call, message, stage, causedBy);
  }
}

/** The time is longer than a service waits before it asks about a silent call itself. */
const lateMs = 90_000;

async function tellBackwards(call: SimulatedCall, stage: Stage): Promise<void> {
  const messages = call.withheld;
  call.withheld = [];
  for (const message of messages) await stage.callbacks.send(call, message, call.causedBy);
}

function withheld(call: SimulatedCall, message: Json, stage: Stage, causedBy: number): void {
  stage.timeline.add('callback.withheld', { causedBy, callId: call.callId, providerCallId: call.id, type: message['type'] });
}

function timelineState(call: SimulatedCall, stage: Stage, state: string, causedBy = call.causedBy): number {
  return stage.timeline.add('call.state', {
    causedBy,
    callId: call.callId,
    providerCallId: call.id,
    state,
    scenario: call.scenario.name,
    storySeconds: Math.round(call.ms) / 1_000,
    ...(call.endedReason === null ? {} : { endedReason: call.endedReason }),
  });
}
