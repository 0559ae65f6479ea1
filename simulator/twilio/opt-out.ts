import { keepNewest } from '../keep-newest.ts';
import type { SessionLimits } from '../limits.ts';

/** The words with which a contact opts out, opts in again or asks for help. Twilio accepts them alone and in any case. */
export type OptOutType = 'STOP' | 'START' | 'HELP';

const words: Readonly<Record<string, OptOutType>> = {
  STOP: 'STOP',
  STOPALL: 'STOP',
  UNSUBSCRIBE: 'STOP',
  CANCEL: 'STOP',
  END: 'STOP',
  QUIT: 'STOP',
  OPTOUT: 'STOP',
  REVOKE: 'STOP',
  START: 'START',
  YES: 'START',
  UNSTOP: 'START',
  HELP: 'HELP',
  INFO: 'HELP',
};

export function optOutTypeOf(body: string): OptOutType | null {
  const word = body.trim().toUpperCase();
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null;
}

/** Holds contacts that opted out of a sender. Twilio refuses that sender's next text to them with 21610. */
export interface OptOuts {
  heard(contact: string, sender: string, body: string): void;
  has(contact: string, sender: string): boolean;
  clear(): void;
}

/** Makes the list, which forgets the oldest pairs first. */
export function newOptOuts({ optOuts: remembered }: Pick<SessionLimits, 'optOuts'>): OptOuts {
  const pairs = new Set<string>();
  return {
    heard(contact, sender, body) {
      const type = optOutTypeOf(body);
      if (type === 'STOP') pairs.add(`${contact} ${sender}`);
      if (type === 'START') pairs.delete(`${contact} ${sender}`);
      keepNewest(pairs, remembered);
    },
    has: (contact, sender) => pairs.has(`${contact} ${sender}`),
    clear: () => pairs.clear(),
  };
}
