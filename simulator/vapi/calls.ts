import type { Draws } from '../draws.ts';
import type { Json } from '../json.ts';
import type { SessionLimits } from '../limits.ts';
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
  /** Forgets the oldest that is over, if there are too many. A live one never is. */
  add(call: SimulatedCall): void;
  /** So many live that there is no room for another. */
  readonly isFull: boolean;
  find(id: string): SimulatedCall | undefined;
  /** Newest first. */
  all(): readonly SimulatedCall[];
  clear(): void;
}

export function newCalls({ calls: kept }: Pick<SessionLimits, 'calls'>): Calls {
  const byId = new Map<string, SimulatedCall>();
  return {
    add(call) {
      byId.set(call.id, call);
      const oldest = byId.size > kept ? oldestOver(byId) : undefined;
      if (oldest) byId.delete(oldest.id);
    },
    get isFull() {
      return byId.size >= kept && oldestOver(byId) === undefined;
    },
    find: (id) => byId.get(id),
    all: () => [...byId.values()].reverse(),
    clear() {
      for (const call of byId.values()) call.cancelStep();
      byId.clear();
    },
  };
}

function oldestOver(byId: ReadonlyMap<string, SimulatedCall>): SimulatedCall | undefined {
  for (const call of byId.values()) if (call.status === 'ended' && call.reported) return call;
  return undefined;
}

/** A moment of the story, as a time: the durations that callers see are the story's, whatever the speed. */
export const timeOf = (call: SimulatedCall, ms: number): Date => new Date(call.createdAt.getTime() + Math.round(ms));
