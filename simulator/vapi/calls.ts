import type { Draws } from '../draws.ts';
import type { Json } from '../json.ts';
import type { Scenario } from '../scenarios.ts';
import type { Cancel } from '../timers.ts';
import type { Conversation, Line } from './conversation.ts';

/** The provider's calls: one for every time a telephone rang, and those that were accepted and never rang are not here. */
export interface SimulatedCall {
  readonly id: string;
  /** What `POST /call` sent, echoed as Vapi does. */
  readonly request: Json;
  readonly callId: string | null;
  readonly number: string;
  readonly scenario: Scenario;
  readonly draws: Draws;
  readonly createdAt: Date;
  readonly createdElapsed: number;
  /** The timeline entry that everything the call does goes back to. */
  readonly causedBy: number;
  status: 'queued' | 'ringing' | 'in-progress' | 'ended';
  /** Story time since the call was created, in milliseconds. */
  ms: number;
  answeredMs: number | null;
  endedMs: number | null;
  endedReason: string | null;
  /** Lines of a script, so far. */
  said: Line[];
  conversation: Conversation | null;
  analysis: Json;
  /** True once post-processing is done: the recording exists, and the analysis. */
  reported: boolean;
  cancelStep: Cancel;
  /** Callbacks that wait for the end, of a scenario that sends them backwards. */
  withheld: Json[];
}

export interface Calls {
  add(call: SimulatedCall): void;
  find(id: string): SimulatedCall | undefined;
  /** Newest first. */
  all(): readonly SimulatedCall[];
  clear(): void;
}

/** Ended calls beyond this many are forgotten, the oldest first. A live one never is. */
const kept = 20_000;

export function newCalls(): Calls {
  const byId = new Map<string, SimulatedCall>();
  return {
    add(call) {
      byId.set(call.id, call);
      if (byId.size > kept) forgetOldestEnded(byId);
    },
    find: (id) => byId.get(id),
    all: () => [...byId.values()].reverse(),
    clear() {
      for (const call of byId.values()) call.cancelStep();
      byId.clear();
    },
  };
}

function forgetOldestEnded(byId: Map<string, SimulatedCall>): void {
  for (const call of byId.values()) {
    if (call.status !== 'ended' || !call.reported) continue;
    byId.delete(call.id);
    return;
  }
}

/** A moment of the story, as a time: the durations that callers see are the story's, whatever the speed. */
export const timeOf = (call: SimulatedCall, ms: number): Date => new Date(call.createdAt.getTime() + Math.round(ms));
