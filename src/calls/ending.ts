import type { Disposition } from '../voice/voice-provider.ts';
import type { TerminalStatus } from './calls.ts';

/**
 * Maps the cause of an end to the call's terminal status, as the table that is published with the contract says. A conversation or
 * a voicemail is `completed`, no answer `no_answer`, a busy line `busy`, a hang-up before the answer `canceled`, an error of a
 * carrier or provider `failed`.
 */
export function endingOf(
  disposition: Disposition | 'lost',
  { answered, endRequested }: { answered: boolean; endRequested: boolean },
): Ending {
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
    case 'lost':
      return answered ? endings.lost : endings.failed;
    case 'unknown':
      if (answered) return endings.conversation;
      return endRequested ? endings.canceled : endings.failed;
  }
}

export interface Ending {
  readonly status: TerminalStatus;
  /** The outcome where no analysis gives a better one. */
  readonly outcome: string | null;
  /** True where it is known how long the call was answered: it has a duration, and an analysis that is worth waiting for. */
  readonly answered: boolean;
  /** True where there was a conversation, so that the analysis decides the outcome and fills the extraction. */
  readonly classified: boolean;
}

const endings = {
  conversation: { status: 'completed', outcome: null, answered: true, classified: true },
  voicemail: { status: 'completed', outcome: 'VOICEMAIL', answered: true, classified: false },
  brokenOff: { status: 'failed', outcome: 'FAILED', answered: true, classified: true },
  /** Nobody knows how long it was, so it has no duration and costs nothing. */
  lost: { status: 'failed', outcome: 'FAILED', answered: false, classified: true },
  noAnswer: { status: 'no_answer', outcome: 'NO_ANSWER', answered: false, classified: false },
  busy: { status: 'busy', outcome: 'BUSY', answered: false, classified: false },
  canceled: { status: 'canceled', outcome: 'CANCELED', answered: false, classified: false },
  failed: { status: 'failed', outcome: 'FAILED', answered: false, classified: false },
} as const satisfies Record<string, Ending>;
