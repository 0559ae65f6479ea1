import type { Draws } from '../draws.ts';
import type { SessionLimits } from '../limits.ts';
import type { TextScenario } from '../text-scenarios.ts';
import type { Cancel } from '../timers.ts';

/** The provider's texts: those that were taken to be sent, and those that contacts sent. */
export interface SimulatedText {
  readonly sid: string;
  readonly direction: 'outbound-api' | 'inbound';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly mediaCount: number;
  readonly messagingServiceSid: string | null;
  readonly statusCallback: string | null;
  /** The service's own id of the text, where its callback URL names one. */
  readonly messageId: string | null;
  readonly scenario: TextScenario | null;
  /** What it fails with, in the scenarios that do. */
  readonly failsWith: number | null;
  readonly draws: Draws;
  readonly createdAt: Date;
  readonly createdElapsed: number;
  /** The timeline entry that everything the text does goes back to. */
  readonly causedBy: number;
  status: TextStatus;
  /** Story time since the text was created, in milliseconds. */
  ms: number;
  sentMs: number | null;
  errorCode: number | null;
  /** Nothing more will happen to it. */
  over: boolean;
  cancelStep: Cancel;
}

export type TextStatus = 'accepted' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';

export interface Texts {
  /** Forgets the oldest that is over, if there are too many. One on its way never is. */
  add(text: SimulatedText): void;
  /** So many are on their way that there is no room for another. */
  readonly isFull: boolean;
  find(sid: string): SimulatedText | undefined;
  /** Newest first. */
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

/** A moment of the story, as a time: what callers see is the story's time, whatever the speed. */
export const momentOf = (text: SimulatedText, ms: number): Date => new Date(text.createdAt.getTime() + Math.round(ms));
