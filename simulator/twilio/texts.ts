import type { Draws } from '../draws.ts';
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
  add(text: SimulatedText): void;
  find(sid: string): SimulatedText | undefined;
  /** Newest first. */
  all(): readonly SimulatedText[];
  clear(): void;
}

/** Texts that are over, beyond this many, are forgotten, the oldest first. One on its way never is. */
const kept = 20_000;

export function newTexts(): Texts {
  const bySid = new Map<string, SimulatedText>();
  return {
    add(text) {
      bySid.set(text.sid, text);
      if (bySid.size > kept) forgetOldest(bySid);
    },
    find: (sid) => bySid.get(sid),
    all: () => [...bySid.values()].reverse(),
    clear() {
      for (const text of bySid.values()) text.cancelStep();
      bySid.clear();
    },
  };
}

function forgetOldest(bySid: Map<string, SimulatedText>): void {
  for (const text of bySid.values()) {
    if (!text.over) continue;
    bySid.delete(text.sid);
    return;
  }
}

/** A moment of the story, as a time: what callers see is the story's time, whatever the speed. */
export const momentOf = (text: SimulatedText, ms: number): Date => new Date(text.createdAt.getTime() + Math.round(ms));
