import type { Draws } from '../draws.ts';
import type { SessionLimits } from '../limits.ts';
import type { TextScenario } from '../text-scenarios.ts';
import type { Cancel } from '../timers.ts';

/** A text of the provider: one that was accepted for sending, or one that a contact sent. */
export interface SimulatedText {
  readonly sid: string;
  readonly direction: 'outbound-api' | 'inbound';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly mediaCount: number;
  readonly messagingServiceSid: string | null;
  readonly statusCallback: string | null;
  /** Is the service's id of the text, if its callback URL contains one. */
  readonly messageId: string | null;
  readonly scenario: TextScenario | null;
  /** Is the error code in scenarios that fail. */
  readonly failsWith: number | null;
  readonly draws: Draws;
  readonly createdAt: Date;
  readonly createdElapsed: number;
  /** Is the era of the timers in which it was created: a reset ends it. */
  readonly era: number;
  /** Is the timeline entry that caused everything the text does. */
  readonly causedBy: number;
  status: TextStatus;
  /** Is the story time since the text was created, in milliseconds. */
  ms: number;
  sentMs: number | null;
  errorCode: number | null;
  /** Is true if nothing more will happen to it. */
  over: boolean;
  cancelStep: Cancel;
}

export type TextStatus = 'accepted' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';

export interface Texts {
  /** Adds a text. If there are too many, the oldest that is over is forgotten, and never one under way. */
  add(text: SimulatedText): void;
  /** Is true if so many are under way that there is no room for another. */
  readonly isFull: boolean;
  find(sid: string): SimulatedText | undefined;
  /** Returns the texts, newest first. */
  all(): readonly SimulatedText[];
  clear(): void;
}

export function newTexts({ texts: kept }: Pick<SessionLimits, 'texts'>): Texts {
  const bySid = new Map<string, SimulatedText>();
  return {
    add(text) {
      bySid.set(text.sid, text);
      const oldest = bySid.size > kept ? oldestOver(bySid) : undefined;
      if (oldest) bySid.delete(oldest.sid);
    },
    get isFull() {
      return bySid.size >= kept && oldestOver(bySid) === undefined;
    },
    find: (sid) => bySid.get(sid),
    all: () => [...bySid.values()].reverse(),
    clear() {
      for (const text of bySid.values()) text.cancelStep();
      bySid.clear();
    },
  };
}

function oldestOver(bySid: ReadonlyMap<string, SimulatedText>): SimulatedText | undefined {
  for (const text of bySid.values()) if (text.over) return text;
  return undefined;
}

/** Returns the time of a moment of the story: callers see the story's time, whatever the speed. */
export const momentOf = (text: SimulatedText, ms: number): Date => new Date(text.createdAt.getTime() + Math.round(ms));
