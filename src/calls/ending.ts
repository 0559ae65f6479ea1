import type { Disposition } from '../voice/voice-provider.ts';
import type { TerminalStatus } from './calls.ts';

/**
 * What the end of a call makes of it: the table that is published with the contract. Terminal by cause: a conversation
 * or a voicemail is `completed`, nobody there `no_answer`, a busy line `busy`, hung up before the answer `canceled`, a
 * carrier's or provider's error `failed`.
 */
export function endingOf(disposition: Disposition, { answered, endRequested }: { answered: boolean; endRequested: boolean }): Ending {
  if (!answered && endRequested && (disposition === 'answered' || disposition === 'unknown')) return endings.canceled;
  switch (disposition) {
    case 'answered':
      return endings.conversation;
    case 'voicemail':
      return endings.voicemail;
    case 'no_answer':
      return endings.noAnswer;
    case 'busy':
      return endings.busy;
    case 'canceled':
      return answered ? endings.conversation : endings.canceled;
    case 'failed':
      return answered ? endings.brokenOff : endings.failed;
    case 'unknown':
      return answered ? endings.conversation : endings.failed;
  }
}

export interface Ending {
  readonly status: TerminalStatus;
  /** The outcome where no analysis gives a better one. */
  readonly outcome: string | null;
  /** There was someone to talk to: it has a duration, and an analysis that is worth waiting for. */
  readonly answered: boolean;
  /** There was a conversation, so that the analysis decides the outcome and fills the extraction. */
  readonly classified: boolean;
}

const endings = {
  conversation: { status: 'completed', outcome: null, answered: true, classified: true },
  voicemail: { status: 'completed', outcome: 'VOICEMAIL', answered: true, classified: false },
  brokenOff: { status: 'failed', outcome: 'FAILED', answered: true, classified: true },
  noAnswer: { status: 'no_answer', outcome: 'NO_ANSWER', answered: false, classified: false },
  busy: { status: 'busy', outcome: 'BUSY', answered: false, classified: false },
  canceled: { status: 'canceled', outcome: 'CANCELED', answered: false, classified: false },
  failed: { status: 'failed', outcome: 'FAILED', answered: false, classified: false },
} as const satisfies Record<string, Ending>;
