import type { Draws } from '../draws.ts';
import type { Json } from '../json.ts';
import type { SessionLimits } from '../limits.ts';
import type { Scenario } from '../scenarios.ts';
import type { Said } from '../speech.ts';
import type { Cancel } from '../timers.ts';
import type { Conversation } from './conversation.ts';

/**
 * A call of the provider. There is one for every time a telephone rang; requests that were accepted without ringing
 * have none.
 */
export interface SimulatedCall {
  readonly id: string;
  /** Is the body of `POST /call`, which Vapi echoes. */
  readonly request: Json;
  /** Is the simulator's address as the caller of `POST /call` reached it: in a network of containers only callers know its name. */
  readonly baseUrl: string;
  readonly callId: string | null;
  readonly number: string;
  readonly scenario: Scenario;
  readonly draws: Draws;
  readonly createdAt: Date;
  readonly createdElapsed: number;
  /** Is the era of the timers in which it was created: a reset ends it. */
  readonly era: number;
  /** Is the timeline entry that caused everything the call does. */
  readonly causedBy: number;
  status: 'queued' | 'ringing' | 'in-progress' | 'ended';
  /** Is the story time since the call was created, in milliseconds. */
  ms: number;
  answeredMs: number | null;
  endedMs: number | null;
  endedReason: string | null;
  /** Holds the lines of a script so far. */
  said: Said[];
  conversation: Conversation | null;
  analysis: Json;
  /** Is true once post-processing is done: the recording and the analysis exist. */
  reported: boolean;
  /** Is true once it has ended and nothing more will happen to it. A script may end without a report. */
  over: boolean;
  cancelStep: Cancel;
  /** Holds callbacks that wait for the end, in a scenario that sends them backwards. */
  withheld: Json[];
}

export interface Calls {
  /** Adds a call. If there are too many, the oldest that is over is forgotten, and never a live one. */
  add(call: SimulatedCall): void;
  /** Is true if so many are live that there is no room for another. */
  readonly isFull: boolean;
  find(id: string): SimulatedCall | undefined;
  /** Returns the calls, newest first. */
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
  for (const call of byId.values()) if (call.over) return call;
  return undefined;
}

/** Returns the time of a moment of the story: callers see the story's durations, whatever the speed. */
export const timeOf = (call: SimulatedCall, ms: number): Date => new Date(call.createdAt.getTime() + Math.round(ms));
